import { expect, test } from 'vitest';
import { allPassAnyway, passesToProveFix } from '../../../../src/experiment/statistics/fix-predictive.ts';

test.each([
  [1, 10, 63],
  [2, 10, 22],
  [3, 10, 12],
  [5, 10, 6],
  [8, 10, 3],
  [1, 20, 126],
  [5, 20, 13],
  [3, 30, 39],
  [1, 100, 636],
  [3, 100, 134],
  [10, 100, 32],
])('after %s failures in %s runs a fix takes %s passes', (failures, runs, passes) => {
  expect(passesToProveFix({ failures, runs })).toBe(passes);
});

test('the number of passes is the smallest that is enough', () => {
  const before = { failures: 4, runs: 33 };
  const passes = passesToProveFix(before);
  expect(allPassAnyway(before, passes)).toBeLessThanOrEqual(0.05);
  expect(allPassAnyway(before, passes - 1)).toBeGreaterThan(0.05);
});

test('a failure that was never seen cannot be proved fixed', () => {
  expect(() => passesToProveFix({ failures: 0, runs: 10 })).toThrow('a failure that was seen');
});
