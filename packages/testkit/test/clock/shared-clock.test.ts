import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { SharedClock } from '../../src/clock.ts';
import { until } from '../../src/until.ts';

const workers: Worker[] = [];
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.terminate()));
});

/** A thread that works on the clock's buffer; its code runs from source text, so it reads the time by hand. */
function thread(code: string, clock: SharedClock): Worker {
  const worker = new Worker(
    `const { workerData, parentPort } = require('node:worker_threads');
     const nanos = new BigInt64Array(workerData, 0, 1);
     const words = new Int32Array(workerData);
     ${code}`,
    { eval: true, workerData: clock.buffer },
  );
  workers.push(worker);
  return worker;
}

const message = (worker: Worker) => new Promise<unknown>((resolve) => worker.once('message', resolve));

test('a thread sees the time that another one sets, in milliseconds and nanoseconds', () => {
  const clock = new SharedClock(1000);
  const elsewhere = new SharedClock(clock.buffer);
  clock.advance(500);
  elsewhere.advanceNanos(250_000n);
  clock.setTime(2000);
  expect(elsewhere.currentTimeMillis()).toBe(2000);
  expect(elsewhere.nanoTime()).toBe(2_000_000_000n);
});

test('moves from many threads at once are all counted', async () => {
  const clock = new SharedClock();
  const code = `for (let at = 0; at < 20000; at += 1) Atomics.add(nanos, 0, 1000000n); parentPort.postMessage('done');`;
  const others = [1, 2, 3].map(() => message(thread(code, clock)));
  for (let at = 0; at < 20_000; at += 1) clock.advance(1);
  await Promise.all(others);
  expect(clock.currentTimeMillis()).toBe(80_000);
});

test('a timer fires when another thread moves the time', async () => {
  const clock = new SharedClock();
  const asleep = clock.sleep(100);
  let awake = false;
  void asleep.then(() => {
    awake = true;
  });
  const mover = thread(
    `parentPort.on('message', (ms) => {
       Atomics.add(nanos, 0, BigInt(ms) * 1000000n);
       Atomics.add(words, 2, 1);
       Atomics.notify(words, 2);
       parentPort.postMessage('moved');
     });`,
    clock,
  );
  mover.postMessage(99);
  await message(mover);
  await until(() => clock.currentTimeMillis() === 99);
  expect(awake).toBe(false);
  mover.postMessage(1);
  await asleep;
  expect(clock.currentTimeMillis()).toBe(100);
  expect(clock.pending).toBe(0);
});

test('own timers fire in due order within the call that moves the time', () => {
  const clock = new SharedClock();
  const fired: string[] = [];
  clock.setTimeout(() => fired.push('late'), 20);
  clock.setTimeout(() => fired.push('early'), 10);
  const interval = clock.setInterval(() => fired.push('again'), 15);
  clock.advance(30);
  clock.clearInterval(interval);
  expect(fired).toEqual(['early', 'again', 'late']);
});

test('an interval that fell behind catches up', async () => {
  const clock = new SharedClock();
  let ticks = 0;
  const interval = clock.setInterval(() => {
    ticks += 1;
  }, 10);
  clock.advance(50);
  await until(() => ticks === 5);
  clock.clearInterval(interval);
});

test('a timer is never called within the call that sets it', async () => {
  const clock = new SharedClock();
  let fired = false;
  clock.setTimeout(() => {
    fired = true;
  }, 0);
  expect(fired).toBe(false);
  await until(() => fired);
});

test('a pending timer keeps its thread alive, and a cleared one does not', async () => {
  const clock = new SharedClock();
  const held = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = held();
  const timer = clock.setTimeout(() => {}, 1000);
  expect(held()).toBe(before + 1);
  clock.clearTimeout(timer);
  while (held() > before) await new Promise(setImmediate);
});

test('refuses to go back, and buffers that are not a clock’s', () => {
  const clock = new SharedClock(1000);
  expect(() => clock.setTime(999)).toThrow('a shared clock only goes forward from 1000 ms, got 999');
  expect(() => new SharedClock(new SharedArrayBuffer(8))).toThrow('from the buffer of another one');
  expect(() => new SharedClock('now' as never)).toThrow('from the buffer of another one');
  expect(() => new SharedClock(-1)).toThrow('the time must be a finite number of at least 0, got -1');
  expect(() => clock.advance(Number.NaN)).toThrow('the advance must be a finite number of at least 0, got NaN');
  expect(() => clock.advanceNanos(0.5)).toThrow('the advance in nanoseconds must be a whole number');
  expect(() => clock.setTimeout(undefined as never, 1)).toThrow('a timer needs a function to call');
});
