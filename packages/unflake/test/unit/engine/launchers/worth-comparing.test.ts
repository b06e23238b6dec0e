import { expect, test } from 'vitest';
import { isWorthNow, startsIn } from '../../../../src/engine/launchers/worth-comparing.ts';

const run = (ms: number, ...tests: readonly (number | null)[]) => ({
  ms,
  observations: tests.map((one) => ({ ms: one })),
});

test('a run is as many starts as its tests leave time for', () => {
  expect(startsIn(run(1_000, 200, 300))).toBe(2);
  expect(startsIn(run(1_000, null, 0))).toBe(1);
  expect(startsIn(run(4_200, ...Array.from({ length: 20 }, () => 200)))).toBeCloseTo(21);
});

test('tests that run side by side, and a run without a duration, say that its start is short', () => {
  expect(startsIn(run(1_000, 900, 900))).toBe(50);
  expect(startsIn(run(0))).toBeLessThanOrEqual(50);
});

test('before the first trial a comparison is worth it where a start is at least half of a run, and no run is long', () => {
  expect(isWorthNow(run(900, 10, 20))).toBe(true);
  expect(isWorthNow(run(900, 300, 300))).toBe(false);
  expect(isWorthNow(run(10_001, 10))).toBe(false);
});
