/** Schedules arms of different cost: each gets about the same time, and none is forgotten. */

// Lower bound on an arm's share of runs, however expensive: a failure that only this arm shows must be seen.
const MIN_SHARE = 1 / 6;
/** Beyond this cost the lower bound is a share of time, not of runs. */
const MAX_TIMES_AS_DEAR = 5;
const MIN_COST = 1e-9;

export interface Turn {
  readonly cost: number;
  readonly runs: number;
}

/** The index of the arm to run next: first every arm once, the cheapest first, then the one that is furthest behind its share. */
export function nextTurn(arms: readonly Turn[]): number {
  const shares = sharesOf(arms.map(({ cost }) => cost));
  const unseen = arms.map(({ runs }, i) => ({ rank: -shares[i]!, i, runs })).filter(({ runs }) => runs === 0);
  const waiting = unseen.length > 0 ? unseen : arms.map(({ runs }, i) => ({ rank: runs / shares[i]!, i }));
  return waiting.reduce((best, arm) => (arm.rank < best.rank ? arm : best)).i;
}

/** Shares of the runs in inverse proportion to cost, none below its least, which shrinks for an arm that is very dear. */
function sharesOf(costs: readonly number[]): readonly number[] {
  const weights = costs.map((cost) => 1 / Math.max(cost, MIN_COST));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const cheapest = Math.max(...weights);
  const least = weights.map(
    (weight) => Math.min(MIN_SHARE, 1 / costs.length) * Math.min(1, (MAX_TIMES_AS_DEAR * weight) / cheapest),
  );
  const spare = 1 - least.reduce((total, share) => total + share, 0);
  return weights.map((weight, at) => least[at]! + (spare * weight) / sum);
}
