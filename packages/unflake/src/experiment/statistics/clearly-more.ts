/** True if one arm clearly fails more often than another: required of two arms before they prove a cause. */

import type { Count } from '../../contract/evidence.ts';
import { BAYES_FACTOR } from './thresholds.ts';
import { twoArmBayesFactor } from './two-arm-bayes-factor.ts';

const MIN_FAILURES = 2;

export function isClearlyMore(more: Count, less: Count): boolean {
  const higher = more.failures * less.runs > less.failures * more.runs;
  return higher && more.failures >= MIN_FAILURES && twoArmBayesFactor(more, less) >= BAYES_FACTOR.proof;
}
