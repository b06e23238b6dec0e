import { expect, test } from 'vitest';
import { TestClock } from '../../src/clock.ts';
import { holdsDuring } from '../../src/concurrency.ts';

const pause = () => new Promise((resolve) => setImmediate(resolve));

test('returns the result of the work if the invariant held throughout', async () => {
  let samples = 0;
  const result = await holdsDuring(
    () => {
      samples += 1;
    },
    async () => {
      for (let at = 0; at < 5; at += 1) await pause();
      return 'done';
    },
  );
  expect(result).toBe('done');
  expect(samples).toBeGreaterThan(4);
});

test('detects a violation that ends before the work does', async () => {
  let count = 0;
  const work = async () => {
    await pause();
    count = -1;
    await pause();
    await pause();
    count = 0;
  };
  await expect(holdsDuring(() => count >= 0, work, { what: 'the count' })).rejects.toThrow(
    /the count did not hold at sample \d+/,
  );
  expect(count).toBe(0);
});

test('passes on what the invariant throws, before what the work throws', async () => {
  let broken = false;
  const work = async () => {
    broken = true;
    await pause();
    await pause();
    throw new Error('the work failed too');
  };
  const invariant = () => {
    if (broken) throw new Error('two owners');
  };
  await expect(holdsDuring(invariant, work)).rejects.toThrow('two owners');
});

test('passes on the failure of the work, also when it fails at once', async () => {
  const failing = () => {
    throw new Error('boom');
  };
  await expect(holdsDuring(() => true, failing)).rejects.toThrow('boom');
});

test('samples at the given pace on the given clock, and leaves no timer', async () => {
  const clock = new TestClock();
  const at: number[] = [];
  await clock.drive(
    holdsDuring(
      () => {
        at.push(clock.currentTimeMillis());
      },
      () => clock.sleep(35),
      { every: 10, clock },
    ),
  );
  expect(at).toEqual([0, 0, 10, 20, 30, 35]);
  expect(clock.pending).toBe(0);
});

test('does not start if the invariant does not hold beforehand', async () => {
  let begun = false;
  const work = () => {
    begun = true;
  };
  await expect(holdsDuring(() => false, work)).rejects.toThrow('the invariant did not hold at sample 1');
  expect(begun).toBe(false);
});
