/** How likely a sequence of runs is when the rate itself is uncertain, as Beta(a, b). */
import type { Count } from '../../contract/evidence.ts';
import { requireCount } from './counts.ts';

/** Jeffreys' prior: the rate may be anything, and rates near 0 and 1 are as welcome as the middle. */
export const JEFFREYS = { a: 0.5, b: 0.5 } as const;

export interface BetaPrior {
  readonly a: number;
  readonly b: number;
}

/** ln of the probability of one particular sequence with these counts. */
export function logSequenceMarginal(count: Count, prior: BetaPrior = JEFFREYS): number {
  requireCount(count);
  const { failures, runs } = count;
  return logRising(prior.a, failures) + logRising(prior.b, runs - failures) - logRising(prior.a + prior.b, runs);
}

/** ln of a (a+1) … (a+count−1): a ratio of gamma functions without gamma functions, exact for whole counts. */
function logRising(a: number, count: number): number {
  let sum = 0;
  for (let at = 0; at < count; at += 1) sum += Math.log(a + at);
  return sum;
}

/** The expected rate after these runs. */
export function posteriorMean({ failures, runs }: Count, prior: BetaPrior = JEFFREYS): number {
  return (prior.a + failures) / (prior.a + prior.b + runs);
}
