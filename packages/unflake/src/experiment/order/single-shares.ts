/** If there is a single culprit, who is it? Each candidate's share of that belief, and the rates to expect of it. Rivals are left to belief.ts. */

import type { RateFit } from '../statistics/rate-grid.ts';
import { coinBits } from './information.ts';
import { ORDER_RATES } from './order-rates.ts';
import type { SubsetCounts } from './subset-counts.ts';

export interface SingleShares {
  /** Sums to one. */
  readonly share: Float64Array;
  /** The likeliest candidate. */
  readonly top: number;
  /** log of how well a single culprit explains the counts, averaged over who it may be. */
  readonly logEvidence: number;
  /** Candidates with equal counts share a class, and with it the rates expected if one of them is the culprit. */
  readonly classOf: Int32Array;
  readonly classes: readonly RateClass[];
}

export interface RateClass extends RateFit {
  readonly pBits: number;
  readonly qBits: number;
}

/** `logPrior` holds the logarithm of each candidate's share before any trial. */
export function shareAmong(counts: SubsetCounts, logPrior: Float64Array): SingleShares {
  const { classOf, classes } = classify(counts);
  const share = new Float64Array(counts.size);
  let top = 0;
  for (let at = 0; at < share.length; at += 1) {
    share[at] = logPrior[at]! + classes[classOf[at]!]!.logEvidence;
    if (share[at]! > share[top]!) top = at;
  }
  const highest = share[top]!;
  let total = 0;
  for (let at = 0; at < share.length; at += 1) {
    share[at] = Math.exp(share[at]! - highest);
    total += share[at]!;
  }
  for (let at = 0; at < share.length; at += 1) share[at]! /= total;
  return { share, top, logEvidence: highest + Math.log(total), classOf, classes };
}

/** Thousands of candidates have few distinct counts, and only those cost a fit. */
function classify(counts: SubsetCounts): Pick<SingleShares, 'classOf' | 'classes'> {
  const { events: allEvents, runs: allRuns } = counts.total;
  const classOf = new Int32Array(counts.size);
  const classes: RateClass[] = [];
  const classAt = new Map<number, number>();
  for (let at = 0; at < counts.size; at += 1) {
    const events = counts.events[at]!;
    const runs = counts.runs[at]!;
    const key = runs * 65536 + events;
    let index = classAt.get(key);
    if (index === undefined) {
      const fit = ORDER_RATES.fit({ failures: events, runs }, { failures: allEvents - events, runs: allRuns - runs });
      index = classes.push({ ...fit, pBits: coinBits(fit.p), qBits: coinBits(fit.q) }) - 1;
      classAt.set(key, index);
    }
    classOf[at] = index;
  }
  return { classOf, classes };
}
