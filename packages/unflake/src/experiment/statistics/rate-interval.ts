/** Intervals for a rate looked at once, after a number of runs fixed beforehand. Under peeking use `confidenceSequence`. */
import type { Count, Interval } from '../../contract/evidence.ts';
import { JEFFREYS } from './beta-binomial.ts';
import { requireCount } from './counts.ts';
import { betaQuantile } from './incomplete-beta.ts';

/** Clopper and Pearson's interval: covers the rate at least as often as it says, whatever the rate. */
export function clopperPearson(count: Count, level = 0.95): Interval {
  requireCount(count);
  const { failures, runs } = count;
  const tail = (1 - level) / 2;
  return {
    low: failures === 0 ? 0 : betaQuantile(tail, failures, runs - failures + 1),
    high: failures === runs ? 1 : betaQuantile(1 - tail, failures + 1, runs - failures),
    level,
  };
}

/** Jeffreys' interval: shorter, right on average over rates; open towards 0 and 1 when only one outcome was seen. */
export function jeffreysInterval(count: Count, level = 0.95): Interval {
  requireCount(count);
  const a = JEFFREYS.a + count.failures;
  const b = JEFFREYS.b + count.runs - count.failures;
  const tail = (1 - level) / 2;
  return {
    low: count.failures === 0 ? 0 : betaQuantile(tail, a, b),
    high: count.failures === count.runs ? 1 : betaQuantile(1 - tail, a, b),
    level,
  };
}
