/** The posterior over explanations: a single culprit, or one of the rivals without one. Chooses nothing. */
import { logSequenceMarginal } from '../statistics/beta-binomial.ts';
import { ORDER_RATES } from './order-rates.ts';
import type { PairSample } from './pair-sample.ts';
import type { SingleShares } from './single-shares.ts';
import type { SubsetCounts } from './subset-counts.ts';

/** Posteriors; the four sum to one. */
export interface OrderBelief {
  readonly single: number;
  /** Two tests are needed together. */
  readonly pair: number;
  /** The number of tests matters, not which. */
  readonly size: number;
  /** Nothing about order matters. */
  readonly none: number;
  /** The likeliest candidate, and the posterior that it is the culprit, rivals included. */
  readonly top: number;
  readonly topPosterior: number;
  /** Bits still unknown. */
  readonly entropy: number;
}

/** Shares of belief before any trial; most order-dependent tests depend on just one other test. */
const BEFORE = { single: 0.8, pair: 0.08, size: 0.07, none: 0.05 };
/** A mild preference for low rates, for the rivals whose rate is free. */
const FREE_RATE = { a: 0.5, b: 0.7 };

export function believe(shares: SingleShares, counts: SubsetCounts, pairs: PairSample): OrderBelief {
  const { events: allEvents, runs: allRuns } = counts.total;
  const pairLog = pairs.logMean((events, runs) => {
    const without = { failures: allEvents - events, runs: allRuns - runs };
    return ORDER_RATES.fit({ failures: events, runs }, without).logEvidence;
  });
  const sizeLog = counts.bins.reduce((sum, { events, runs }) => sum + freeRate(events, runs), 0);
  const logs = [
    Math.log(BEFORE.single) + shares.logEvidence,
    Math.log(BEFORE.pair) + pairLog,
    Math.log(BEFORE.size) + sizeLog,
    Math.log(BEFORE.none) + freeRate(allEvents, allRuns),
  ];
  const highest = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - highest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const [single = 0, pair = 0, size = 0, none = 0] = weights.map((weight) => weight / total);
  // Uncertainty about which single culprit it is counts only as far as there is one.
  const entropy = bitsOf([single, pair, size, none]) + single * bitsOf(shares.share);
  return { single, pair, size, none, top: shares.top, topPosterior: single * shares.share[shares.top]!, entropy };
}

const freeRate = (events: number, runs: number) => logSequenceMarginal({ failures: events, runs }, FREE_RATE);

function bitsOf(shares: Iterable<number>): number {
  let bits = 0;
  for (const share of shares) if (share > 0) bits -= share * Math.log2(share);
  return bits;
}
