/** Distribution checks on real repositories, with git and tar. */
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DistOptions, type DistRun, type RunDistCommand, runDist } from '../../src/testbed/distribution/index.ts';

let folder: string;
let root: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'dist-test-')));
  root = join(folder, 'shop');
  mkdirSync(root);
});
afterEach(() => rmSync(folder, { recursive: true }));

const IDENTITY = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', TMPDIR: tmpdir() };
const AUTHOR = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' };

const run: RunDistCommand = ({ argv, cwd }) =>
  new Promise<DistRun>((resolve) => {
    const env = { PATH: process.env.PATH, HOME: folder, ...IDENTITY, ...AUTHOR };
    execFile(argv[0], argv.slice(1), { cwd, env }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ exitCode, stdout, stderr: stderr || (error?.message ?? '') });
    });
  });

const git = async (...args: readonly string[]) => {
  const { exitCode, stderr } = await run({ argv: ['git', ...args], cwd: root });
  expect(exitCode, stderr).toBe(0);
};

/** A repository whose `./dist` packs what is tracked and what it finds in `built`. */
async function repository(dist: readonly string[], files: Readonly<Record<string, string>> = {}): Promise<void> {
  const lines = ['#!/bin/sh', 'set -e', 'mkdir -p out', ...dist];
  const all = { dist: `${lines.join('\n')}\n`, 'shop.txt': 'shop\n', '.gitignore': 'out/\nbuilt/\n', ...files };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(root, name), text);
  chmodSync(join(root, 'dist'), 0o755);
  await git('init', '-q');
  await git('add', '.');
  await git('commit', '-qm', 'shop');
}

const PACK = 'git archive --prefix=shop-1.0/ -o out/shop-1.0.tar.gz HEAD';
const options = (more: Partial<DistOptions> = {}): DistOptions => ({
  root,
  command: ['./dist'],
  before: [],
  output: 'out/*.tar.gz',
  required: [],
  excluded: [],
  singleTop: true,
  ...more,
});
const manifest = '# everything\n.gitignore\ndist\nmanifest.txt\nshop.txt\n';

test('a distribution that is the same both times, and as its manifest says, has no problems', async () => {
  await repository([PACK], { 'manifest.txt': manifest });
  const more = {
    manifest: 'manifest.txt',
    required: ['*.txt'],
    excluded: ['out/*'],
    before: [['mkdir', 'built']] as const,
  };
  const result = await runDist(options(more), run);
  expect(result).toMatchObject({
    state: 'checked',
    problems: [],
    archives: [{ name: 'out/shop-1.0.tar.gz', files: 4 }],
  });
});

test('time stamps alone do not count as a difference', async () => {
  await repository(['mkdir shop-1.0', 'cp shop.txt shop-1.0', 'tar -czf out/shop.tar.gz shop-1.0', 'rm -r shop-1.0']);
  expect(await runDist(options({ before: [['touch', 'shop.txt']] }), run)).toMatchObject({
    state: 'checked',
    problems: [],
  });
});

test('output of earlier targets that gets packed is found', async () => {
  await repository([
    'mkdir -p built/shop-1.0',
    'cp shop.txt built/shop-1.0',
    'tar -C built -cf out/shop.tar.gz shop-1.0',
  ]);
  const before = [
    ['mkdir', '-p', 'built/shop-1.0'],
    ['cp', 'dist', 'built/shop-1.0/stray'],
  ] as const;
  const result = await runDist(options({ before }), run);
  expect(result).toMatchObject({ problems: [{ kind: 'differs', file: 'shop-1.0/stray', how: 'only-after' }] });
});

test('a repository with changes is refused, with the files named, and nothing is built', async () => {
  await repository([PACK]);
  writeFileSync(join(root, 'stray file.txt'), '');
  writeFileSync(join(root, 'shop.txt'), 'changed\n');
  const started: string[] = [];
  const result = await runDist(options(), (command) => {
    started.push(command.argv.join(' '));
    return run(command);
  });
  expect(result).toMatchObject({ state: 'refused', files: ['shop.txt', 'stray file.txt'] });
  expect(started).toHaveLength(1);
});

test('a folder that is not a repository is refused', async () => {
  expect(await runDist(options(), run)).toMatchObject({ state: 'refused', files: [] });
});

test('a missing manifest is reported before anything is built', async () => {
  await repository([PACK]);
  expect(await runDist(options({ manifest: 'none.txt' }), run)).toMatchObject({
    state: 'refused',
    why: 'there is no manifest none.txt',
  });
});

test('a build that needs another target first fails from the clean checkout, and says with which command', async () => {
  await repository(['test -d built', PACK]);
  const result = await runDist(options({ before: [['mkdir', 'built']] }), run);
  expect(result).toMatchObject({
    state: 'failed',
    build: 'clean',
    command: { argv: ['./dist'] },
    run: { exitCode: 1 },
  });
});

test('targets that leave changes in the repository are named with their files', async () => {
  await repository([PACK]);
  const result = await runDist(options({ before: [['cp', 'shop.txt', 'shop.sql']] }), run);
  expect(result).toMatchObject({ problems: [{ kind: 'left-unclean', files: ['shop.sql'] }] });
});

test('a command that creates nothing is reported for both builds', async () => {
  await repository([]);
  const result = await runDist(options(), run);
  expect(result).toMatchObject({
    problems: [
      { kind: 'no-archive', build: 'clean' },
      { kind: 'no-archive', build: 'after' },
    ],
  });
});

test('a folder, a plain tar and a zip are read alike', async () => {
  await repository([
    'git archive --prefix=out/folder/ HEAD | tar -x',
    'git archive --prefix=shop-1.0/ -o out/a.tar HEAD',
    'git archive --prefix=shop-1.0/ -o out/a.zip HEAD',
  ]);
  const result = await runDist(options({ output: 'out/*', singleTop: false }), run);
  expect(result).toMatchObject({
    state: 'checked',
    problems: [],
    archives: [{ files: 3 }, { files: 3 }, { files: 3 }],
  });
});

test('neither the repository nor the temporary folder keeps anything of it', async () => {
  await repository([PACK]);
  const checkouts: string[] = [];
  const result = await runDist(options(), (command) => {
    if (command.argv[0] === './dist') checkouts.push(command.cwd);
    return run(command);
  });
  expect(result.state).toBe('checked');
  expect(checkouts).toHaveLength(2);
  for (const checkout of checkouts) expect(existsSync(checkout)).toBe(false);
  expect(existsSync(join(root, 'out'))).toBe(false);
});
