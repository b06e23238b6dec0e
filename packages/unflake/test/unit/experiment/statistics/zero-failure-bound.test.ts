import { expect, test } from 'vitest';
import { passesToBound, zeroFailureBound } from '../../../../src/experiment/statistics/zero-failure-bound.ts';

test.each([
  [0.5, 5, 7],
  [0.3, 9, 13],
  [0.2, 14, 21],
  [0.1, 29, 44],
  [0.05, 59, 90],
  [0.02, 149, 228],
  [0.01, 299, 459],
  [0.001, 2995, 4603],
])('a rate below %s takes %s passes at 95 % and %s at 99 %', (rate, at95, at99) => {
  expect(passesToBound(rate)).toBe(at95);
  expect(passesToBound(rate, 0.99)).toBe(at99);
});

test('the bound is the rate at which that many passes happen one time in twenty', () => {
  for (const runs of [1, 10, 60, 1000]) expect((1 - zeroFailureBound(runs)) ** runs).toBeCloseTo(0.05, 10);
  expect(zeroFailureBound(60)).toBeLessThan(3 / 60);
});

test('no runs bound nothing', () => {
  expect(zeroFailureBound(0)).toBe(1);
});

test('a rate of 0 or 1 cannot be bounded by passes', () => {
  expect(() => passesToBound(0)).toThrow('between 0 and 1');
  expect(() => passesToBound(1)).toThrow('between 0 and 1');
});
