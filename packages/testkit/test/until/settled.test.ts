import { expect, test } from 'vitest';
import { TestClock } from '../../src/clock.ts';
import { settled } from '../../src/until.ts';

/** A counter that goes up at the given times and then rests. */
function counterRisingAt(clock: TestClock, times: readonly number[]) {
  const state = { count: 0 };
  for (const time of times) {
    clock.setTimeout(() => {
      state.count += 1;
    }, time);
  }
  return state;
}

test('resolves with the last value once it has stayed the same for the quiet time', async () => {
  const clock = new TestClock();
  const state = counterRisingAt(clock, [10, 40, 80]);
  expect(await clock.drive(settled(() => state.count, { quiet: 50, every: 5, clock }))).toBe(3);
  expect(clock.currentTimeMillis()).toBe(130);
});

test('a pause shorter than the quiet time is not taken for the end', async () => {
  const clock = new TestClock();
  const state = counterRisingAt(clock, [10, 59, 108, 157]);
  expect(await clock.drive(settled(() => state.count, { quiet: 50, every: 1, clock }))).toBe(4);
});

test('detects changes inside the same object', async () => {
  const clock = new TestClock();
  const state = counterRisingAt(clock, [10, 40]);
  const last = await clock.drive(settled(() => state, { quiet: 50, clock }));
  expect(last.count).toBe(2);
  expect(clock.currentTimeMillis()).toBeGreaterThanOrEqual(90);
});

test('on a timeout reports how often the state changed and its last value', async () => {
  const clock = new TestClock();
  const state = counterRisingAt(clock, [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
  const waiting = settled(() => state.count, { quiet: 30, within: 100, every: 10, clock, what: 'the count' });
  await expect(clock.drive(waiting)).rejects.toThrow(
    'the count was not the same for 30 ms (10 changes) within 100 ms; last value: 10',
  );
});

test('passes an error of the probe on', async () => {
  const clock = new TestClock();
  const broken = () => {
    throw new Error('no such table');
  };
  await expect(clock.drive(settled(broken, { clock }))).rejects.toThrow('no such table');
});

test('gives up on a probe that never answers', async () => {
  const clock = new TestClock();
  const waiting = settled(() => new Promise<number>(() => {}), { clock, within: 80 });
  await expect(clock.drive(waiting)).rejects.toThrow('the state was not answered within 80 ms; last value: none');
});

test('refuses to be quiet for longer than it may wait', async () => {
  await expect(settled(() => 1, { quiet: 200, within: 100 })).rejects.toThrow(
    'within must be a finite number of at least 200, got 100',
  );
});
