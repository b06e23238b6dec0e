/** How many times larger one sample is than another: the median of all pairwise ratios, with the interval that Mann–Whitney gives it. */
import type { Interval } from '../../contract/evidence.ts';
import { logChoose } from './log-gamma.ts';
import { median } from './median.ts';

export interface RatioEstimate {
  readonly ratio: number;
  /** Null when the samples are too small to give any interval at this level. */
  readonly interval: Interval | null;
}

/** The ratio `over / under`; all values must be positive. */
export function hodgesLehmannRatio(over: readonly number[], under: readonly number[], level = 0.95): RatioEstimate {
  if ([...over, ...under].some((value) => !(value > 0))) throw new RangeError('ratios need positive values');
  const differences = over.flatMap((a) => under.map((b) => Math.log(a) - Math.log(b))).toSorted((a, b) => a - b);
  const cut = pairsToCut(over.length, under.length, (1 - level) / 2);
  const interval = cut === 0 ? null : ends(differences, cut, level);
  return { ratio: Math.exp(median(differences)), interval };
}

function ends(differences: readonly number[], cut: number, level: number): Interval {
  return {
    low: Math.exp(differences[cut - 1]!),
    high: Math.exp(differences[differences.length - cut]!),
    level,
  };
}

/** The largest c with P(U < c) ≤ tail when the samples are alike: how many ordered differences to leave out on each side, plus one. */
function pairsToCut(m: number, n: number, tail: number): number {
  const ways = waysByU(m, n);
  const total = Math.exp(logChoose(m + n, m));
  let below = 0;
  for (let u = 0; u < ways.length; u += 1) {
    below += ways[u]! / total;
    if (below > tail) return u;
  }
  return 0;
}

/** The number of arrangements of m and n values without ties for each U. */
function waysByU(m: number, n: number): Float64Array {
  // Choosing m of the numbers 0 … m+n−1 with a given sum; U is that sum less its minimum.
  const most = m * n;
  const byCount = Array.from({ length: m + 1 }, () => new Float64Array(most + 1));
  byCount[0]![0] = 1;
  for (let value = 0; value < m + n; value += 1) {
    for (let k = Math.min(m, value + 1); k >= 1; k -= 1) {
      // The k-th smallest chosen value is worth what it exceeds its lowest possible place by.
      const gain = value - (k - 1);
      if (gain > n) continue;
      const [to, from] = [byCount[k]!, byCount[k - 1]!];
      for (let u = most; u >= gain; u -= 1) to[u]! += from[u - gain]!;
    }
  }
  return byCount[m]!;
}
