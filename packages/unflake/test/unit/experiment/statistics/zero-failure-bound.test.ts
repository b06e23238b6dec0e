import { expect, test } from 'vitest';
import { zeroFailureBound } from '../../../../src/experiment/statistics/zero-failure-bound.ts';

test('the bound is the rate at which that many passes happen one time in twenty', () => {
  for (const runs of [1, 10, 60, 1000]) expect((1 - zeroFailureBound(runs)) ** runs).toBeCloseTo(0.05, 10);
  expect(zeroFailureBound(60)).toBeLessThan(3 / 60);
});

test('no runs bound nothing', () => {
  expect(zeroFailureBound(0)).toBe(1);
});
