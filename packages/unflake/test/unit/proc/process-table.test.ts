import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from '@unflake/testkit/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { taggedProcesses } from '../../../src/engine/process/tags.ts';
import { everyPid, groupOf, newestPid, pidsBornAfter, processEnvironment } from '../../../src/proc/process-table.ts';

// unflake-allow name-from-clock: the processes of this run alone are looked for
const TAG = `UNFLAKE_TAG_TABLE_${process.pid}`;
let child: ChildProcess;
beforeEach(async () => {
  child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore', env: { PATH: process.env.PATH, [TAG]: '1' } });
  // It is reported as started a moment before the kernel shows its environment.
  await until(() => processEnvironment(child.pid!)?.includes(TAG), { within: 120_000 });
});
afterEach(async () => {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
});

test('a living process is in the table with its environment and its group', () => {
  // Asked once, because other processes come and go.
  const pids = everyPid();
  expect(pids).toContain(child.pid);
  expect(pids).toEqual([...pids].sort((a, b) => a - b));
  expect(processEnvironment(child.pid!)).toContain(`\0${TAG}=1\0`);
  expect(groupOf(child.pid!)).toBe(child.pid);
  expect(newestPid()).toBeGreaterThan(0);
});

test('a process that is gone has no environment and no group', () => {
  expect(processEnvironment(2 ** 22 + 1)).toBeUndefined();
  expect(groupOf(2 ** 22 + 1)).toBeUndefined();
});

test('a tag finds its process, and only processes that started after the given one', () => {
  expect(taggedProcesses(TAG)).toEqual([child.pid]);
  expect(taggedProcesses(TAG, child.pid! - 1)).toEqual([child.pid]);
  expect(taggedProcesses(TAG, child.pid!)).toEqual([]);
  expect(taggedProcesses(`${TAG}_OTHER`)).toEqual([]);
});

test('threads are no processes: a signal to each would reach their process as often', async () => {
  const threaded = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH, [TAG]: '1' },
  });
  try {
    await once(threaded.stdout, 'data');
    expect(taggedProcesses(TAG, threaded.pid! - 1)).toEqual([threaded.pid]);
  } finally {
    const ended = once(threaded, 'exit');
    threaded.kill('SIGKILL');
    await ended;
  }
});

test('when pids have wrapped around, every process may be younger', () => {
  expect(pidsBornAfter(2 ** 30)).toContain(process.pid);
});

test('a tag whose name is the beginning of another does not find the other', () => {
  expect(taggedProcesses(TAG.slice(0, -1))).toEqual([]);
});
