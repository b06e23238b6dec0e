/** What the counts say: a posterior for every candidate, and for the rivals that no single candidate is the culprit. Chooses nothing. */
import { coinBits } from './information.ts';
import { logMarginal } from './log-marginal.ts';
import type { PairSample } from './pair-sample.ts';
import { fitRates, type RateFit } from './rate-grid.ts';
import type { SubsetCounts } from './subset-counts.ts';

export interface Belief {
  /** Posterior of each candidate being the one culprit. */
  readonly single: Float64Array;
  /** Sum of `single`. */
  readonly anySingle: number;
  /** Two tests are needed together; the number of tests matters, not which; nothing about order matters. */
  readonly pair: number;
  readonly size: number;
  readonly none: number;
  /** The likeliest candidate. */
  readonly top: number;
  /** Candidates with equal counts share a class, and with it the rates expected if one of them is the culprit. */
  readonly classOf: Int32Array;
  readonly classes: readonly RateClass[];
  /** Bits still unknown. */
  readonly entropy: number;
}

export interface RateClass extends RateFit {
  readonly pBits: number;
  readonly qBits: number;
}

/** Shares of belief before any trial; most order-dependent tests depend on just one other test. */
const BEFORE = { single: 0.8, pair: 0.08, size: 0.07, none: 0.05 };
/** A mild preference for low rates, for the rivals whose rate is free. */
const FREE_RATE = { a: 0.5, b: 0.7 };

/** `logPrior` holds the logarithm of each candidate's share among candidates before any trial. */
export function believe(counts: SubsetCounts, pairs: PairSample, logPrior: Float64Array): Belief {
  const { events: F, runs: N } = counts.total;
  const single = new Float64Array(counts.size);
  const classOf = new Int32Array(counts.size);
  const classes: RateClass[] = [];
  const classAt = new Map<number, number>();
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < counts.size; at += 1) {
    const [events, runs] = [counts.events[at]!, counts.runs[at]!];
    const key = runs * 65536 + events;
    let index = classAt.get(key);
    if (index === undefined) {
      index = classes.push(rateClass(fitRates(events, runs, F - events, N - runs))) - 1;
      classAt.set(key, index);
    }
    classOf[at] = index;
    single[at] = Math.log(BEFORE.single) + logPrior[at]! + classes[index]!.logEvidence;
    if (single[at]! > highest) highest = single[at]!;
  }
  const pairLog =
    Math.log(BEFORE.pair) + pairs.logMean((events, runs) => fitRates(events, runs, F - events, N - runs).logEvidence);
  const sizeLog = counts.bins.reduce(
    (sum, bin) => sum + logMarginal(bin.events, bin.runs, FREE_RATE.a, FREE_RATE.b),
    Math.log(BEFORE.size),
  );
  const noneLog = Math.log(BEFORE.none) + logMarginal(F, N, FREE_RATE.a, FREE_RATE.b);
  return normalise(single, { pair: pairLog, size: sizeLog, none: noneLog }, highest, classOf, classes);
}

function rateClass(fit: RateFit): RateClass {
  return { ...fit, pBits: coinBits(fit.p), qBits: coinBits(fit.q) };
}

/** Turns logarithms into shares that sum to one, in place. */
function normalise(
  single: Float64Array,
  rivals: { pair: number; size: number; none: number },
  highestSingle: number,
  classOf: Int32Array,
  classes: readonly RateClass[],
): Belief {
  const highest = Math.max(highestSingle, rivals.pair, rivals.size, rivals.none);
  const pair = Math.exp(rivals.pair - highest);
  const size = Math.exp(rivals.size - highest);
  const none = Math.exp(rivals.none - highest);
  let singles = 0;
  for (let at = 0; at < single.length; at += 1) {
    single[at] = Math.exp(single[at]! - highest);
    singles += single[at]!;
  }
  const total = singles + pair + size + none;
  let top = 0;
  let entropy = bits(pair / total) + bits(size / total) + bits(none / total);
  for (let at = 0; at < single.length; at += 1) {
    single[at]! /= total;
    entropy += bits(single[at]!);
    if (single[at]! > single[top]!) top = at;
  }
  return {
    single,
    anySingle: singles / total,
    pair: pair / total,
    size: size / total,
    none: none / total,
    top,
    classOf,
    classes,
    entropy,
  };
}

const bits = (share: number) => (share <= 0 ? 0 : -share * Math.log2(share));
