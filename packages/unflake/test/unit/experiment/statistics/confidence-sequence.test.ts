import fc from 'fast-check';
import { expect, test } from 'vitest';
import { confidenceSequence } from '../../../../src/experiment/statistics/confidence-sequence.ts';
import { clopperPearson } from '../../../../src/experiment/statistics/rate-interval.ts';

test.each([0.02, 0.1, 0.3, 0.5, 0.9])(
  'watched for 200 runs, it ever excludes the true rate %s less than 5 times in 100',
  (rate) => {
    expect(everExcluded(confidenceSequence, rate)).toBeLessThan(0.05);
  },
);

test('a fixed-length interval, watched in the same way, excludes the truth too often', () => {
  expect(everExcluded(clopperPearson, 0.3)).toBeGreaterThan(0.05);
});

test('it holds the observed rate, and is wider than the fixed-length interval', () => {
  fc.assert(
    fc.property(fc.nat(80), fc.nat(80), (failures, passes) => {
      const count = { failures, runs: failures + passes };
      const sequence = confidenceSequence(count);
      const fixed = clopperPearson(count, 0.9);
      const rate = count.runs === 0 ? 0.5 : failures / count.runs;
      expect(sequence.low).toBeLessThanOrEqual(rate);
      expect(sequence.high).toBeGreaterThanOrEqual(rate);
      expect(sequence.low).toBeLessThanOrEqual(fixed.low + 1e-9);
      expect(sequence.high).toBeGreaterThanOrEqual(fixed.high - 1e-9);
    }),
    { seed: 20263 },
  );
});

/** Exact: the chance, over all sequences of 200 runs, that the interval leaves the rate out at some moment. */
function everExcluded(interval: typeof confidenceSequence, rate: number): number {
  let alive = [1];
  let excluded = 0;
  for (let runs = 1; runs <= 200; runs += 1) {
    const next = new Array<number>(runs + 1).fill(0);
    alive.forEach((chance, failures) => {
      next[failures]! += chance * (1 - rate);
      next[failures + 1]! += chance * rate;
    });
    for (let failures = 0; failures <= runs; failures += 1) {
      if (next[failures]! < 1e-12) continue;
      const { low, high } = interval({ failures, runs });
      if (low <= rate && rate <= high) continue;
      excluded += next[failures]!;
      next[failures] = 0;
    }
    alive = next;
  }
  return excluded;
}
