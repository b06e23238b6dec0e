import fc from 'fast-check';
import { expect, test } from 'vitest';
import { betaCdf, betaQuantile } from '../../../../src/experiment/statistics/incomplete-beta.ts';
import { binomial } from './binomial.ts';

test('the beta distribution function is the upper tail of the binomial', () => {
  const cases = fc.tuple(
    fc.integer({ min: 1, max: 60 }),
    fc.integer({ min: 0, max: 59 }),
    fc.double({ min: 0.01, max: 0.99, noNaN: true }),
  );
  fc.assert(
    fc.property(cases, ([n, below, rate]) => {
      const k = Math.min(n, below + 1);
      let tail = 0;
      for (let j = k; j <= n; j += 1) tail += binomial(n, j, rate);
      expect(betaCdf(rate, k, n - k + 1)).toBeCloseTo(tail, 10);
    }),
    { seed: 20261 },
  );
});

test('the quantile undoes the distribution function', () => {
  const shapes = fc.double({ min: 0.5, max: 300, noNaN: true });
  fc.assert(
    fc.property(shapes, shapes, fc.double({ min: 0.001, max: 0.999, noNaN: true }), (a, b, p) => {
      expect(betaCdf(betaQuantile(p, a, b), a, b)).toBeCloseTo(p, 8);
    }),
    { seed: 20262 },
  );
});

test('nothing lies outside 0 and 1', () => {
  expect([betaCdf(-1, 2, 3), betaCdf(0, 2, 3), betaCdf(1, 2, 3), betaCdf(2, 2, 3)]).toEqual([0, 0, 1, 1]);
});
