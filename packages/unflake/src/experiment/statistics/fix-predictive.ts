/**
 * When passes prove a fix. The old rate is itself uncertain, so the passes are weighed by the predictive of the old counts; to plug the
 * observed rate in would be wrong up to 13 times in 100 instead of 5.
 */
import type { Count } from '../../contract/evidence.ts';
import { JEFFREYS } from './beta-binomial.ts';
import { requireCount } from './counts.ts';
import { logBeta } from './log-gamma.ts';

/** The probability that this many runs all pass although nothing has changed since the old counts. */
export function allPassAnyway(before: Count, passes: number): number {
  requireCount(before);
  const a = JEFFREYS.a + before.failures;
  const b = JEFFREYS.b + before.runs - before.failures;
  return Math.exp(logBeta(a, b + passes) - logBeta(a, b));
}

/** The passes after which "nothing has changed" is refuted at this level. */
export function passesToProveFix(before: Count, level = 0.95): number {
  if (before.failures === 0) throw new RangeError('a fix can only be proved against a failure that was seen');
  const refuted = (passes: number) => allPassAnyway(before, passes) <= 1 - level;
  let high = 1;
  while (!refuted(high)) high *= 2;
  let low = Math.floor(high / 2);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (refuted(middle)) high = middle;
    else low = middle;
  }
  return high;
}
