/** `scan --fix` on a real repository: what is written, what is only shown, and what it never touches. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { systemClock } from '@unflake/testkit/clock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scanPrinter } from '../../../../src/cli/printers/scan.ts';
import { scanTool } from '../../../../src/tools/scan.ts';

const LISTING = 'import os\n\n\ndef pages(folder):\n    return [name for name in os.listdir(folder)]\n';
const SORTED = LISTING.replace('os.listdir(folder)', 'sorted(os.listdir(folder))');
const PORT =
  'import socket\n\n\ndef test_binds():\n    with socket.socket() as s:\n        s.bind(("", 8080))\n        assert s\n';

let folder: string;
let root: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unflake-fix-'));
  root = join(folder, 'repo');
  mkdirSync(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
const read = (file: string) => readFileSync(join(root, file), 'utf8');

function commit(): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@example.invalid', ...args], {
      stdio: 'ignore',
    });
  git('init', '--quiet', '--template=', '--initial-branch=main');
  git('add', '--all');
  git('-c', 'commit.gpgSign=false', 'commit', '--quiet', '--no-verify', '--message=first');
}

async function scan(asked: Readonly<Record<string, unknown>>) {
  const result = await scanTool.run(scanTool.input.parse({ root, fix: true, ...asked }), {
    emit: () => {},
    signal: new AbortController().signal,
    clock: systemClock,
    env: {},
    cwd: root,
    entropy: () => 1,
  });
  return { ...result, shown: scanPrinter.text(result, { color: 'off', columns: 80 }) };
}

test('a dry run shows a diff and writes nothing', async () => {
  write('app/pages.py', LISTING);
  commit();
  const { fixes, shown, findings } = await scan({ dryRun: true });
  expect(read('app/pages.py')).toBe(LISTING);
  expect(fixes).toMatchObject({ written: false, files: [{ file: 'app/pages.py' }], left: [] });
  expect(shown).toContain(
    '-    return [name for name in os.listdir(folder)]\n+    return [name for name in sorted(os.listdir(folder))]\n',
  );
  expect(shown).toContain('would fix 1 finding in 1 file\n');
  expect(findings.map(({ rule }) => rule)).toEqual(['python/directory-order']);
});

test('what a dry run prints can be given to git as it is', async () => {
  write('app/pages.py', `${LISTING}\n\n\n\nSIZE = 3\n`);
  write('app/more.py', LISTING);
  commit();
  const { shown } = await scan({ dryRun: true });
  execFileSync('git', ['-C', root, 'apply', '-'], { input: shown });
  expect([read('app/pages.py'), read('app/more.py')]).toEqual([`${SORTED}\n\n\n\nSIZE = 3\n`, SORTED]);
});

test('writes, keeps the mode, leaves nothing beside, and tells what is left to find', async () => {
  write('app/pages.py', LISTING);
  chmodSync(join(root, 'app/pages.py'), 0o755);
  commit();
  const { findings, shown } = await scan({});
  expect(read('app/pages.py')).toBe(SORTED);
  expect(statSync(join(root, 'app/pages.py')).mode & 0o777).toBe(0o755);
  expect(readdirSync(join(root, 'app'))).toEqual(['pages.py']);
  expect(findings).toEqual([]);
  expect(shown).toContain('fixed  app/pages.py:5  python/directory-order: sorts the entries where they are listed\n');
});

test('a file with uncommitted changes, and one that is in no commit, is left alone unless told otherwise', async () => {
  write('changed.py', 'import os\n');
  commit();
  write('changed.py', LISTING);
  write('new.py', LISTING);
  const { fixes } = await scan({});
  expect([read('changed.py'), read('new.py')]).toEqual([LISTING, LISTING]);
  expect(fixes!.left.map(({ file, why }) => `${file}: ${why}`)).toEqual([
    'changed.py: has changes that are in no commit; --fix-dirty takes it all the same',
    'new.py: has changes that are in no commit; --fix-dirty takes it all the same',
  ]);
  await scan({ fixDirty: true });
  expect([read('changed.py'), read('new.py')]).toEqual([SORTED, SORTED]);
});

test('without version control nothing is written unless told so', async () => {
  write('pages.py', LISTING);
  expect((await scan({})).fixes!.left).toMatchObject([{ file: 'pages.py', rule: null }]);
  expect(read('pages.py')).toBe(LISTING);
  await scan({ fixDirty: true });
  expect(read('pages.py')).toBe(SORTED);
});

test('a port that another file of the project speaks of stays', async () => {
  write('test_server.py', PORT);
  write('client.sh', 'curl http://localhost:8080/\n');
  commit();
  expect((await scan({})).fixes!.left).toMatchObject([{ file: 'test_server.py', rule: 'python/fixed-port' }]);
  rmSync(join(root, 'client.sh'));
  await scan({});
  expect(read('test_server.py')).toBe(PORT.replace('8080', '0'));
});

test('a link out of the project is not followed, and a rule that is off fixes nothing', async () => {
  writeFileSync(join(folder, 'theirs.py'), LISTING);
  mkdirSync(root, { recursive: true });
  symlinkSync(join(folder, 'theirs.py'), join(root, 'ours.py'));
  write('pages.py', LISTING);
  write('unflake.config.json', '{ "scan": { "rules": { "directory-order": "off" } } }');
  commit();
  await scan({ fixDirty: true });
  expect(read('pages.py')).toBe(LISTING);
  rmSync(join(root, 'unflake.config.json'));
  const { fixes } = await scan({ fixDirty: true });
  expect(fixes!.left).toMatchObject([{ file: 'ours.py', why: 'is a link out of the project' }]);
  expect(readFileSync(join(folder, 'theirs.py'), 'utf8')).toBe(LISTING);
  expect(read('pages.py')).toBe(SORTED);
});

test('a file that cannot be replaced is said to be left', async () => {
  write('pages.py', LISTING);
  commit();
  write('.pages.py.unflake-fix', '');
  const { fixes } = await scan({});
  expect(fixes).toMatchObject({
    files: [],
    left: [{ file: 'pages.py', why: 'another run has left its copy next to it' }],
  });
  expect(read('pages.py')).toBe(LISTING);
});

test('what belongs to --fix is refused without it', async () => {
  await expect(scan({ fix: false, dryRun: true })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});
