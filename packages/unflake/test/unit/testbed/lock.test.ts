/** Locks under load: many concurrent takers, holders that die, and children that outlive them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@unflake/testkit/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isLocked, takeLock } from '../../../src/testbed/lock.ts';
import { lockHolders } from '../../../src/testbed/lock-holders.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unflake-lock-'));
  path = join(folder, '.locks', 'sequential');
});
afterEach(() => rmSync(folder, { recursive: true }));

const request = { waitMs: 60_000, words: 'the test' };

test('of many takers at once one is inside at a time, and no update is lost', async () => {
  const counter = join(folder, 'counter');
  writeFileSync(counter, '0');
  const takers = Array.from({ length: 20 }, async () => {
    const lock = (await takeLock(path, request))!;
    // Fails when another is inside.
    mkdirSync(join(folder, 'inside'));
    const before = Number(readFileSync(counter, 'utf8'));
    await new Promise(setImmediate);
    writeFileSync(counter, String(before + 1));
    rmSync(join(folder, 'inside'), { recursive: true });
    lock.release();
  });
  await Promise.all(takers);
  expect(readFileSync(counter, 'utf8')).toBe('20');
});

test('the holder is reported by its text and its pid', async () => {
  expect(await isLocked(path)).toBe(false);
  const lock = (await takeLock(path, request))!;
  expect(await isLocked(path)).toBe(true);
  expect(lockHolders(path)).toEqual([{ pid: process.pid, words: 'the test', as: 'taker' }]);
  expect(await takeLock(path, { ...request, waitMs: 0 })).toBeNull();
  lock.release();
  lock.release();
  expect(await isLocked(path)).toBe(false);
});

test('only the first line of a lock file counts: the rest is left of a longer one', async () => {
  const lock = (await takeLock(path, request))!;
  writeFileSync(path, `${readFileSync(path, 'utf8')}f another suite\n`);
  expect(lockHolders(path)).toEqual([{ pid: process.pid, words: 'the test', as: 'taker' }]);
  lock.release();
});

test('a child that inherited the lock holds it after its taker has released it, and is named', async () => {
  const lock = (await takeLock(path, request))!;
  const child = spawn('sleep', ['600'], { stdio: ['ignore', 'ignore', 'ignore', lock.fd] });
  await once(child, 'spawn');
  lock.release();
  // The text in the file is that of a process that is gone.
  writeFileSync(path, '4194303 1 gone unflake env run\n');
  expect(await isLocked(path)).toBe(true);
  await until(() => lockHolders(path)[0]?.words === 'sleep 600', { within: 120_000 });
  expect(lockHolders(path)).toEqual([{ pid: child.pid, words: 'sleep 600', as: 'child' }]);
  const waiting = takeLock(path, request);
  child.kill('SIGKILL');
  (await waiting)!.release();
});

test('waiting ends when the caller gives up', async () => {
  const lock = (await takeLock(path, request))!;
  const controller = new AbortController();
  const waiting = takeLock(path, { ...request, signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  lock.release();
  expect(await isLocked(path)).toBe(false);
});

test('a lock on a removed file does not count: the waiting process takes the new file', async () => {
  const first = (await takeLock(path, request))!;
  const waiting = takeLock(path, request);
  rmSync(path);
  const second = (await takeLock(path, request))!;
  first.release();
  second.release();
  const third = (await waiting)!;
  expect(lockHolders(path)).toEqual([{ pid: process.pid, words: 'the test', as: 'taker' }]);
  expect(await isLocked(path)).toBe(true);
  third.release();
});
