/** Should the failure be amplified first? Not if one arm fails often, however rarely the cheaper arms do. */

import type { Count } from '../../contract/evidence.ts';
import { FREQUENT } from '../screen/amplify.ts';
import { sumOf } from '../statistics/counts.ts';
import { POSTERIOR } from '../statistics/thresholds.ts';
import { twoArmPosterior } from '../statistics/two-arm-posterior.ts';
import { NO_TALLY } from '../tally.ts';

/** Below these rates a search would mostly wait for the failure: over all runs, and per arm, which has fewer. */
const RARE = { all: FREQUENT, arm: 0.17 } as const;
/** Runs of an arm after which a single failure counts as rare. Amplifying makes every run of an expensive arm much more expensive. */
const ENOUGH = { cheap: 6, dear: 10 } as const;
const DEAR = 2;

/** `cost` is that of the arm, `least` that of the cheapest. */
export const enoughToBeRare = (cost: number, least: number): number =>
  cost > DEAR * least ? ENOUGH.dear : ENOUGH.cheap;

/** Per arm as well: many cheap runs of one say nothing about the other. An arm without failures is unknown, not rare. */
export function isRare(arms: readonly Count[]): boolean {
  const all = arms.reduce(sumOf, NO_TALLY);
  if (all.failures === 0 || all.failures > RARE.all * all.runs || showsItOften(arms)) return false;
  return arms.every(({ failures, runs }) => runs === 0 || failures < RARE.arm * runs);
}

/** One arm fails in a third of its runs, twice at least, or surely more often than the other. */
export function showsItOften(arms: readonly Count[]): boolean {
  if (arms.some(({ failures, runs }) => failures >= 2 && 3 * failures >= runs)) return true;
  const [first, second, ...more] = arms;
  if (first === undefined || second === undefined || more.length > 0) return false;
  const { worse, better } = twoArmPosterior(first, second);
  return Math.max(worse, better) >= POSTERIOR.sure;
}
