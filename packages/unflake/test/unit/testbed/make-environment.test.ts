import { execFile, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cleanEnvironment, sweepEnvironments } from '../../../src/testbed/clean-environment.ts';
import { takeLock } from '../../../src/testbed/lock.ts';
import { makeCopy, makeEmpty, type RunProgram } from '../../../src/testbed/make-environment.ts';
import { markComplete } from '../../../src/testbed/markers.ts';
import { environmentPlaces } from '../../../src/testbed/places.ts';
import { readTimes } from '../../../src/testbed/times.ts';

let folder: string;
const places = () => ({ suite: join(folder, 'test'), envs: join(folder, 'envs'), top: folder });
const inEnv = (...parts: readonly string[]) => join(folder, 'envs', ...parts);
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unflake-making-'));
  await makeEmpty(places(), 'foundation', 'h');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs it with additional words in front. */
const behind =
  (...words: readonly string[]): RunProgram =>
  (argv) =>
    new Promise((resolve) => {
      const [program, ...args] = [...words, ...argv] as [string, ...string[]];
      const child = execFile(program, args, { env: { ...process.env, LC_ALL: 'C' } }, (_error, _stdout, stderr) =>
        resolve({ code: child.exitCode, signal: child.signalCode, stderr }),
      );
    });

test('a disk that fills up while copying is a fault, and leaves nothing in place', async () => {
  writeFileSync(inEnv('foundation', 'small'), 'small');
  writeFileSync(inEnv('foundation', 'zz-large'), Buffer.alloc(256 * 1024));
  const copying = makeCopy(places(), 'foundation', 'sequential', behind('prlimit', '--fsize=65536'));
  await expect(copying).rejects.toMatchObject({ code: 'DISK_FULL', details: { environment: 'sequential' } });
  expect(readdirSync(join(folder, 'envs')).sort()).toEqual(['.gitignore', 'foundation']);
});

test('output of cp about a full disk is that fault, other output is a failed copy', async () => {
  const saying =
    (stderr: string): RunProgram =>
    async () => ({ code: 1, signal: null, stderr });
  const words = 'cp: error writing: No space left on device';
  await expect(makeCopy(places(), 'foundation', 'x', saying(words))).rejects.toMatchObject({ code: 'DISK_FULL' });
  const other = makeCopy(places(), 'foundation', 'x', saying('cp: cannot open: Permission denied'));
  await expect(other).rejects.toMatchObject({ code: 'ENV_COPY_FAILED' });
  expect(existsSync(inEnv('x'))).toBe(false);
});

test('a copy shares no file with its source, also not those with several names', async () => {
  mkdirSync(inEnv('foundation', 'deep'));
  writeFileSync(inEnv('foundation', 'deep', 'file'), 'once');
  await makeCopy(places(), 'foundation', 'sequential', behind());
  expect(statSync(inEnv('sequential', 'deep', 'file')).ino).not.toBe(statSync(inEnv('foundation', 'deep', 'file')).ino);
  writeFileSync(inEnv('sequential', 'deep', 'file'), 'changed');
  expect(readFileSync(inEnv('foundation', 'deep', 'file'), 'utf8')).toBe('once');
});

test('durations of steps are still known after their environment was cleaned', async () => {
  markComplete(environmentPlaces(join(folder, 'envs'), 'foundation').state, 'foundation', 0, 1_234);
  expect(await cleanEnvironment(join(folder, 'envs'), 'foundation')).toBe(true);
  expect(readTimes(join(folder, 'envs'))).toEqual(new Map([['foundation', 1_234]]));
  expect(await cleanEnvironment(join(folder, 'envs'), 'foundation')).toBe(false);
});

test('what a dead run was building is removed, unless an invisible process holds its environment', async () => {
  // unflake-allow ignored-exit-status: a process that has ended, for its number
  const { pid } = spawnSync('true');
  for (const name of ['sequential', 'docs']) mkdirSync(inEnv(`.making-${name}-${pid}`));
  mkdirSync(inEnv(`.making-docs-${process.pid}`));
  const lock = await takeLock(environmentPlaces(join(folder, 'envs'), 'sequential').lock, {
    waitMs: 0,
    words: 'unseen',
  });
  await sweepEnvironments(join(folder, 'envs'));
  lock!.release();
  const left = readdirSync(join(folder, 'envs')).filter((name) => name.startsWith('.making'));
  expect(left.sort()).toEqual([`.making-docs-${process.pid}`, `.making-sequential-${pid}`].sort());
});

test('an environment whose folders are read-only is removed all the same', async () => {
  mkdirSync(inEnv('foundation', 'modules'));
  writeFileSync(inEnv('foundation', 'modules', 'file'), '', { mode: 0o444 });
  await behind()(['chmod', '0555', inEnv('foundation', 'modules')]);
  await cleanEnvironment(join(folder, 'envs'), 'foundation');
  expect(readdirSync(join(folder, 'envs')).filter((name) => name !== '.gitignore')).toEqual([]);
});
