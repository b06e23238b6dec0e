/** The interval for a rate looked at once, after a number of runs fixed beforehand. Under peeking use `confidenceSequence`. */
import type { Count, Interval } from '../../contract/evidence.ts';
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
