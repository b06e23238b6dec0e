/**
 * The two unknown rates of an explanation: p where its cause acts, and q where it does not. Both are integrated out over one grid. The only
 * assumption is that the effect is large enough to matter; the rival without an effect has one rate.
 */
import type { Count } from '../../contract/evidence.ts';
import { logSequenceMarginal, posteriorMean } from './beta-binomial.ts';
import { sumOf } from './counts.ts';

export interface RateFit {
  /** Natural logarithm of the probability of the counts, rates integrated out. */
  readonly logEvidence: number;
  /** What the rates are expected to be, given the counts. */
  readonly p: number;
  readonly q: number;
}

export interface RateGrid {
  readonly fit: (active: Count, inactive: Count) => RateFit;
  /** log of how much likelier the two counts are with rates far apart, the first higher, than with one rate. */
  readonly logBayesFactor: (high: Count, low: Count) => number;
}

export interface RateGridOptions {
  /** The lowest p: rarer effects would need too many trials. */
  readonly lowest: number;
  /** An effect that changes the odds by less than this is not worth naming. */
  readonly minOddsRatio: number;
  /** Belief that p is near 1, against any other rate; absent where nothing is believed about it. */
  readonly nearlyAlways?: number;
}

const ACTIVE_RATES = [
  0.03, 0.05, 0.08, 0.12, 0.18, 0.25, 0.33, 0.42, 0.5, 0.58, 0.67, 0.75, 0.83, 0.9, 0.95, 0.98, 0.999,
];
const INACTIVE_RATES = [0.0005, 0.003, 0.01, 0.02, 0.04, 0.07, 0.1, 0.15, 0.2, 0.3];
/** Most causes are clean at one end: the test never fails without them, or always with them. */
const CLEAN_END_WEIGHT = Math.exp(0.5);
const NEAR_ONE = 0.9;
/** One rate for all: most likely low, since what fails often everywhere needs no search. */
const COMMON_RATE = { a: 0.5, b: 2 } as const;

const odds = (rate: number) => rate / (1 - rate);
const column = (rates: readonly number[], value: (rate: number) => number) => Float64Array.from(rates, value);

const LOG_Q = column(INACTIVE_RATES, Math.log);
const LOG_NOT_Q = column(INACTIVE_RATES, (q) => Math.log1p(-q));
const Q_WEIGHT = column(INACTIVE_RATES, (q) => (q < 0.015 ? CLEAN_END_WEIGHT : 1));

export function rateGrid({ lowest, minOddsRatio, nearlyAlways }: RateGridOptions): RateGrid {
  const rates = ACTIVE_RATES.filter((p) => p >= lowest);
  const logP = column(rates, Math.log);
  const logNotP = column(rates, (p) => Math.log1p(-p));
  /** How many of the inactive rates, from the lowest, are far enough below each active rate. */
  const below = rates.map((p) => INACTIVE_RATES.filter((q) => odds(p) >= minOddsRatio * odds(q)).length);
  const weight = activeWeights(rates, below, nearlyAlways);

  const fit = (active: Count, inactive: Count): RateFit => {
    const high = likelihoods(logP, logNotP, active);
    const low = likelihoods(LOG_Q, LOG_NOT_Q, inactive);
    let sum = 0;
    let sumP = 0;
    let sumQ = 0;
    for (let at = 0; at < rates.length; at += 1) {
      let row = 0;
      let rowQ = 0;
      for (let under = 0; under < below[at]!; under += 1) {
        const share = Q_WEIGHT[under]! * low.scaled[under]!;
        row += share;
        rowQ += share * INACTIVE_RATES[under]!;
      }
      const share = weight[at]! * high.scaled[at]!;
      sum += share * row;
      sumP += share * row * rates[at]!;
      sumQ += share * rowQ;
    }
    return { logEvidence: high.log + low.log + Math.log(sum), p: sumP / sum, q: sumQ / sum };
  };
  const logBayesFactor = (high: Count, low: Count) =>
    fit(high, low).logEvidence - fitCommonRate(sumOf(high, low)).logEvidence;
  return { fit, logBayesFactor };
}

/** The rival: one rate, whether the cause acts or not. */
export function fitCommonRate(count: Count): RateFit {
  const rate = posteriorMean(count, COMMON_RATE);
  return { logEvidence: logSequenceMarginal(count, COMMON_RATE), p: rate, q: rate };
}

/** Weights of the active rates such that those of all points together come to one. */
function activeWeights(
  rates: readonly number[],
  below: readonly number[],
  nearlyAlways: number | undefined,
): Float64Array {
  const mass = below.map((count) => Q_WEIGHT.subarray(0, count).reduce((sum, weight) => sum + weight, 0));
  const weighted = (weights: readonly number[]) => {
    const sum = weights.reduce((all, weight, at) => all + weight * mass[at]!, 0);
    return Float64Array.from(weights, (weight) => weight / sum);
  };
  const any = weighted(rates.map((p) => (p > NEAR_ONE ? CLEAN_END_WEIGHT : 1)));
  if (nearlyAlways === undefined) return any;
  const near = rates.reduce((sum, p, at) => sum + (p >= NEAR_ONE ? any[at]! * mass[at]! : 0), 0);
  const tilt = (p: number) => (p >= NEAR_ONE ? nearlyAlways / near : (1 - nearlyAlways) / (1 - near));
  return weighted(rates.map((p, at) => any[at]! * tilt(p)));
}

/** Of a count under each rate, as shares of the highest, which is given as a logarithm. */
function likelihoods(log: Float64Array, logNot: Float64Array, { failures, runs }: Count) {
  const logs = log.map((rate, at) => failures * rate + (runs - failures) * logNot[at]!);
  const highest = logs.reduce((most, each) => Math.max(most, each));
  return { log: highest, scaled: logs.map((each) => Math.exp(each - highest)) };
}
