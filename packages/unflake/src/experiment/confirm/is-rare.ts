/** Is it worth making the failure frequent first? Not where one arm shows it often, however seldom the cheaper ones do. */
import type { Count } from '../../contract/evidence.ts';
import { SURE } from '../isolate/isolation-counts.ts';
import { twoArmPosterior } from '../statistics/two-arm-posterior.ts';

/** Below this a search would mostly wait for the failure. */
const RARE = 0.1;

export function isRare(arms: readonly Count[]): boolean {
  const sum = (pick: (count: Count) => number) => arms.reduce((total, count) => total + pick(count), 0);
  return sum(({ failures }) => failures) < RARE * sum(({ runs }) => runs) && !showsItOften(arms);
}

/** One arm fails in a third of its runs, twice at least, or surely more often than the other. */
export function showsItOften(arms: readonly Count[]): boolean {
  if (arms.some(({ failures, runs }) => failures >= 2 && 3 * failures >= runs)) return true;
  const [first, second, ...more] = arms;
  if (first === undefined || second === undefined || more.length > 0) return false;
  const { worse, better } = twoArmPosterior(first, second);
  return Math.max(worse, better) >= SURE;
}
