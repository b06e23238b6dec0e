/** Do two samples come from the same distribution? The exact Mann–Whitney test, with ties, from the permutations of the ranks. */

export interface MannWhitney {
  /** Pairs in which the first sample's value is the larger; a tie counts one half. */
  readonly u: number;
  /** Two-sided. */
  readonly p: number;
}

// The exact distribution costs about N · m · N² steps; beyond this the normal approximation is as good.
const MAX_VALUES_EXACT = 100;

export function mannWhitney(first: readonly number[], second: readonly number[]): MannWhitney {
  const [m, n] = [first.length, second.length];
  if (m === 0 || n === 0) throw new RangeError('Mann–Whitney needs a value in each sample');
  const all = [...first, ...second];
  const doubled = doubledRanks(all);
  const rankSum = sum(doubled.slice(0, m));
  const u = (rankSum - m * (m + 1)) / 2;
  const p = m + n <= MAX_VALUES_EXACT ? exactP(doubled, m, rankSum) : normalP(doubled, m, n, rankSum);
  return { u, p };
}

/** Twice the rank of each value, so that the mean rank of a tie stays whole. */
export function doubledRanks(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).toSorted((a, b) => values[a]! - values[b]!);
  const ranks = new Array<number>(values.length);
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end + 1 < order.length && values[order[end + 1]!] === values[order[start]!]) end += 1;
    for (let i = start; i <= end; i += 1) ranks[order[i]!] = start + end + 2;
    start = end + 1;
  }
  return ranks;
}

function exactP(doubled: readonly number[], m: number, rankSum: number): number {
  const ways = waysToSum(doubled, m);
  const total = sum(ways);
  const middle = m * (doubled.length + 1);
  const distance = Math.abs(rankSum - middle);
  let far = 0;
  for (let s = 0; s < ways.length; s += 1) if (Math.abs(s - middle) >= distance) far += ways[s]!;
  return Math.min(1, far / total);
}

/** In how many ways m of the ranks add up to each sum. */
function waysToSum(doubled: readonly number[], m: number): Float64Array {
  const most = sum(doubled.toSorted((a, b) => b - a).slice(0, m));
  const byCount = Array.from({ length: m + 1 }, () => new Float64Array(most + 1));
  byCount[0]![0] = 1;
  for (const rank of doubled) {
    for (let k = m; k >= 1; k -= 1) {
      const [to, from] = [byCount[k]!, byCount[k - 1]!];
      for (let s = most; s >= rank; s -= 1) to[s]! += from[s - rank]!;
    }
  }
  return byCount[m]!;
}

function normalP(doubled: readonly number[], m: number, n: number, rankSum: number): number {
  const size = m + n;
  const mean = m * (size + 1);
  let squares = 0;
  for (const rank of doubled) squares += (rank - (size + 1)) ** 2;
  const variance = (m * n * squares) / (size * (size - 1));
  if (variance === 0) return 1;
  const z = Math.max(0, Math.abs(rankSum - mean) - 1) / Math.sqrt(variance);
  return Math.min(1, 2 * normalTail(z));
}

/** P(Z > z) for z ≥ 0; Abramowitz and Stegun 7.1.26, absolute error below 1e-7. */
function normalTail(z: number): number {
  const t = 1 / (1 + (0.3275911 * z) / Math.SQRT2);
  const poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return (poly * Math.exp((-z * z) / 2)) / 2;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
