/** Is it worth making the failure frequent first? Not where one arm shows it often, however seldom the cheaper ones do. */
import type { Count } from '../../contract/evidence.ts';
import { SURE } from '../isolate/isolation-counts.ts';
import { FREQUENT } from '../screen/amplify.ts';
import { sumOf } from '../statistics/counts.ts';
import { twoArmPosterior } from '../statistics/two-arm-posterior.ts';
import { NO_TALLY } from '../tally.ts';

/** Below this a search would mostly wait for the failure: over all runs, and of each arm, which has fewer. */
const RARE = { all: FREQUENT, arm: 0.17 } as const;
/** Runs of an arm after which a single failure is rare. What is done about rare failures makes every run of a dear arm far dearer. */
const ENOUGH = { cheap: 6, dear: 10 } as const;
const DEAR = 2;

/** `cost` is that of the arm, `least` that of the cheapest. */
export const enoughToBeRare = (cost: number, least: number): number =>
  cost > DEAR * least ? ENOUGH.dear : ENOUGH.cheap;

/** Each arm for itself too: many cheap runs of one say nothing about the other. What never failed in them is not rare but unknown. */
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
  return Math.max(worse, better) >= SURE;
}
