/** Whose turn it is among arms of different cost: each gets about the same time, none is forgotten. */

// An arm runs about this often at least, however dear: a failure that only it shows must be seen.
const LEAST_SHARE = 1 / 6;
const LEAST_COST = 1e-9;

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

/** Shares of the runs in inverse proportion to cost, none below the least. */
function sharesOf(costs: readonly number[]): readonly number[] {
  const weights = costs.map((cost) => 1 / Math.max(cost, LEAST_COST));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const least = Math.min(LEAST_SHARE, 1 / costs.length);
  const spare = 1 - least * costs.length;
  return weights.map((weight) => least + (spare * weight) / sum);
}
