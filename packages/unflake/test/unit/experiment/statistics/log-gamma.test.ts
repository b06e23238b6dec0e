import fc from 'fast-check';
import { expect, test } from 'vitest';
import { logBeta, logChoose, logGamma } from '../../../../src/experiment/statistics/log-gamma.ts';

test('gamma of a whole number is the factorial before it', () => {
  let factorial = 1;
  for (let n = 1; n <= 20; n += 1) {
    expect(logGamma(n)).toBeCloseTo(Math.log(factorial), 11);
    factorial *= n;
  }
});

test('gamma of one half is the root of pi', () => {
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 13);
});

test('gamma grows by its argument at each step of one', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 5000, noNaN: true }), (x) => {
      const step = logGamma(x + 1) - logGamma(x);
      expect(Math.abs(step - Math.log(x))).toBeLessThan(1e-10 * Math.max(1, Math.abs(logGamma(x))));
    }),
    { seed: 20260 },
  );
});

test('beta is symmetric, and the binomial coefficient follows the triangle', () => {
  expect(logBeta(2.5, 7)).toBeCloseTo(logBeta(7, 2.5), 12);
  for (let n = 1; n <= 30; n += 1) {
    for (let k = 1; k < n; k += 1) {
      const sum = Math.exp(logChoose(n - 1, k - 1)) + Math.exp(logChoose(n - 1, k));
      expect(Math.exp(logChoose(n, k)) / sum).toBeCloseTo(1, 10);
    }
  }
});

test('more than n cannot be chosen from n', () => {
  expect(logChoose(3, 4)).toBe(Number.NEGATIVE_INFINITY);
});
