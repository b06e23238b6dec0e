/** What git is asked, against a real repository; and that no answer of git is a fault. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitIn } from '../../../../src/scan/history/git.ts';
import { placeHistory } from '../../../../src/scan/history/place-history.ts';

let folder: string;
let root: string;
const FILE = 'src/a b.py';
const QUESTION = { file: FILE, line: 3, endLine: 4, name: 'fresh_name' };

function git(...args: string[]): string {
  const who = ['-c', 'user.name=Fixture', '-c', 'user.email=fixture@example.invalid', '-c', 'commit.gpgSign=false'];
  return execFileSync('git', ['-C', root, ...who, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

function commit(text: string, message: string): void {
  writeFileSync(join(root, FILE), text);
  git('add', '--all');
  git('commit', '--quiet', '--no-verify', `--message=${message}`);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unflake-history-'));
  root = join(folder, 'repo');
  mkdirSync(join(root, 'src'), { recursive: true });
  git('init', '--quiet', '--template=', '--initial-branch=main');
  commit('import time\n\ndef fresh_name():\n    return "db"\n', 'first');
  commit('import time\n\ndef fresh_name():\n    return f"db_{time.time()}"\n', 'a name of its own');
  commit(
    'import time  # clock\n\ndef fresh_name():\n    return f"db_{time.time()}"\n',
    'tests are flaky, look at fresh_name',
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('commits that changed the lines have both states; one that only speaks of them has none', async () => {
  const { commits, limit } = await placeHistory(gitIn(root), QUESTION);
  expect(limit).toBeNull();
  expect(commits.map(({ subject, how, before }) => [subject, how, before?.split('\n')[1] ?? null])).toEqual([
    ['a name of its own', 'touched', '    return "db"'],
    ['first', 'touched', null],
    ['tests are flaky, look at fresh_name', 'named', null],
  ]);
});

test('works below the folder of the repository, and with lines that have moved since the last commit', async () => {
  writeFileSync(
    join(root, FILE),
    '# new\n\nimport time  # clock\n\ndef fresh_name():\n    return f"db_{time.time()}"\n',
  );
  const question = { ...QUESTION, file: 'a b.py', line: 5, endLine: 6 };
  const { commits } = await placeHistory(gitIn(join(root, 'src')), question);
  git('checkout', '--', FILE);
  expect(commits.filter(({ how }) => how === 'touched').map(({ subject }) => subject)).toEqual([
    'a name of its own',
    'first',
  ]);
});

test('without version control, or for a file that is in no commit, it says why there is nothing', async () => {
  expect(await placeHistory(gitIn(folder), QUESTION)).toEqual({
    commits: [],
    limit: 'the folder is not under version control',
  });
  writeFileSync(join(root, 'new.py'), 'x = 1\n');
  const fresh = await placeHistory(gitIn(root), { file: 'new.py', line: 1, endLine: 1, name: '' });
  rmSync(join(root, 'new.py'));
  expect(fresh).toEqual({ commits: [], limit: 'git knows no history' });
});
