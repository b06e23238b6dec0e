/** How much likelier the counts of two arms are with two rates than with one. Says nothing about direction or size. */
import type { Count } from '../../contract/evidence.ts';
import { logSequenceMarginal } from './beta-binomial.ts';
import { sumOf } from './counts.ts';

/** Above 1: the arms differ; below 1: one rate explains both. */
export function twoArmBayesFactor(a: Count, b: Count): number {
  return Math.exp(logSequenceMarginal(a) + logSequenceMarginal(b) - logSequenceMarginal(sumOf(a, b)));
}
