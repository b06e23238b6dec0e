/** Whose turn it is among arms of different cost: each gets about the same time, none is forgotten. */

// An arm runs at least about this often, however dear: a failure that only it shows must be seen.
const LEAST_SHARE = 1 / 6;

export interface Turn {
  readonly cost: number;
  readonly runs: number;
}

/** The index of the arm to run next: first every arm once, the cheapest first, then the one that is furthest behind its share. */
export function nextTurn(arms: readonly Turn[]): number {
  const shares = sharesOf(arms.map(({ cost }) => cost));
  const unseen = arms.some(({ runs }) => runs === 0);
  let best = -1;
  let bestBehind = Number.POSITIVE_INFINITY;
  arms.forEach(({ runs }, i) => {
    if (unseen && runs > 0) return;
    const behind = (runs + 1) / shares[i]!;
    if (behind < bestBehind) [best, bestBehind] = [i, behind];
  });
  return best;
}

/** Shares of the runs in inverse proportion to cost, none below the least. */
function sharesOf(costs: readonly number[]): readonly number[] {
  const weights = costs.map((cost) => 1 / Math.max(cost, 1e-9));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const least = Math.min(LEAST_SHARE, 1 / costs.length);
  return weights.map((weight) => Math.max(weight / sum, least));
}
