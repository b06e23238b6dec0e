import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextRuns, twoArmPosterior } from '../../../../src/experiment/statistics/two-arm-posterior.ts';

const counts = fc.tuple(fc.nat(30), fc.nat(30)).map(([failures, passes]) => ({ failures, runs: failures + passes }));
const none = { failures: 0, runs: 0 };

test('before any run the belief is the prior', () => {
  const posterior = twoArmPosterior(none, none);
  const expected = { never: 0.05, always: 0.05, same: 0.45, worse: 0.3, better: 0.15 };
  for (const [hypothesis, share] of Object.entries(expected)) {
    expect(posterior[hypothesis as keyof typeof expected]).toBeCloseTo(share, 10);
  }
});

test('the posterior always adds up to one', () => {
  fc.assert(
    fc.property(counts, counts, (a, b) => {
      const sum = Object.values(twoArmPosterior(a, b)).reduce((total, p) => total + p, 0);
      expect(sum).toBeCloseTo(1, 9);
    }),
    { seed: 20271 },
  );
});

test('one failure rules out "never", one pass rules out "always"', () => {
  const posterior = twoArmPosterior({ failures: 1, runs: 2 }, none);
  expect(posterior.never).toBe(0);
  expect(posterior.always).toBe(0);
});

test('an arm that never fails next to one that always does is decided at once, in either direction', () => {
  expect(twoArmPosterior({ failures: 0, runs: 3 }, { failures: 3, runs: 3 }).worse).toBeGreaterThan(0.95);
  expect(twoArmPosterior({ failures: 3, runs: 3 }, { failures: 0, runs: 3 }).better).toBeGreaterThan(0.95);
});

test('a lower arm that fails sometimes may still be the better one', () => {
  expect(twoArmPosterior({ failures: 6, runs: 30 }, { failures: 24, runs: 30 }).worse).toBeGreaterThan(0.99);
  expect(twoArmPosterior({ failures: 24, runs: 30 }, { failures: 6, runs: 30 }).better).toBeGreaterThan(0.99);
});

test('equal rates become "same"', () => {
  expect(twoArmPosterior({ failures: 15, runs: 50 }, { failures: 9, runs: 30 }).same).toBeGreaterThan(0.95);
});

test('the expected information of a run is never negative, and its probability is valid', () => {
  fc.assert(
    fc.property(counts, counts, (a, b) => {
      for (const { rate, drop } of Object.values(nextRuns(a, b))) {
        expect(drop).toBeGreaterThanOrEqual(0);
        expect(rate).toBeGreaterThanOrEqual(0);
        expect(rate).toBeLessThanOrEqual(1);
      }
    }),
    { seed: 20272 },
  );
});

test('the expected belief after a run is the belief before it', () => {
  fc.assert(
    fc.property(counts, counts, (a, b) => {
      const { rate } = nextRuns(a, b).second;
      const failed = twoArmPosterior(a, { failures: b.failures + 1, runs: b.runs + 1 });
      const passed = twoArmPosterior(a, { failures: b.failures, runs: b.runs + 1 });
      expect(rate * failed.worse + (1 - rate) * passed.worse).toBeCloseTo(twoArmPosterior(a, b).worse, 8);
    }),
    { seed: 20273 },
  );
});
