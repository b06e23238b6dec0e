/** One clock in several real threads, from the built package, as people use it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SharedClock } from '../../src/clock.ts';
import { until } from '../../src/until.ts';
import { type BuiltTestkit, builtTestkit } from '../built-testkit.ts';

const PROGRAM = `
import { parentPort, workerData } from 'node:worker_threads';
import { SharedClock } from '@unflake/testkit/clock';

const clock = new SharedClock(workerData);
const stop = new AbortController();
clock.sleep(1_000_000, { signal: stop.signal }).catch(() => {});
// Each sleep starts before the message that lets the test move the time.
let sleeping = clock.sleep(100);
parentPort.postMessage('ready');
await sleeping;
const woke = clock.currentTimeMillis();
sleeping = clock.sleep(250);
parentPort.postMessage('awake at ' + woke);
await sleeping;
parentPort.postMessage('awake at ' + clock.currentTimeMillis());
stop.abort();
`;

let built: BuiltTestkit;
beforeAll(async () => {
  built = await builtTestkit();
  await writeFile(join(built.project, 'sleeper.mjs'), PROGRAM);
});
afterAll(() => built.remove());

test('four threads sleep and wake by one clock, and exit when no timer is left', async () => {
  const clock = new SharedClock(1000);
  const said: string[] = [];
  const count = (word: string) => said.filter((line) => line === word).length;
  // Without our own export condition, which vitest uses: this is the built package.
  const options = { workerData: clock.buffer, execArgv: [] };
  const workers = Array.from({ length: 4 }, () => new Worker(join(built.project, 'sleeper.mjs'), options));
  const exits = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
  for (const worker of workers) worker.on('message', (line: string) => said.push(line));
  const patient = { within: 60_000 };

  await until(() => count('ready') === 4, patient);
  clock.advance(99);
  clock.advance(1);
  await until(() => count('awake at 1100') === 4, patient);
  clock.advance(250);
  await until(() => count('awake at 1350') === 4, patient);
  expect(await Promise.all(exits)).toEqual([0, 0, 0, 0]);
  expect(said).toHaveLength(12);
});
