/**
 * The two unknown rates of an explanation, p when active and q otherwise, integrated out over a grid. The only assumption is that the
 * effect is large enough to matter. The rival without an effect has one rate.
 */
import type { Count } from '../../contract/evidence.ts';
import { logMarginal } from '../order/log-marginal.ts';

export interface ScreenRateFit {
  /** Natural logarithm of the probability of the counts, rates integrated out. */
  readonly logEvidence: number;
  /** What the rates are expected to be, given the counts. */
  readonly p: number;
  readonly q: number;
}

const AWAKE_RATES = [0.18, 0.25, 0.33, 0.42, 0.5, 0.58, 0.67, 0.75, 0.83, 0.9, 0.95, 0.98, 0.999];
const ASLEEP_RATES = [0.0005, 0.003, 0.01, 0.02, 0.04, 0.07, 0.1, 0.15, 0.2, 0.3];
/** Weaker effects would need hundreds of trials. */
const MIN_ODDS_RATIO = 4;
/** Most causes are clean at one end: it never fails without them, or always with them. */
const CLEAN_END_WEIGHT = Math.exp(0.5);
/** Belief that a deterministic factor fails nearly always, against any other rate. */
const SURE_SHARE = 0.75;
const SURE_RATE = 0.9;
/** One rate for all: most likely low, since what fails often everywhere needs no screening. */
const COMMON_RATE = { a: 0.5, b: 2 } as const;

const odds = (rate: number) => rate / (1 - rate);

const column = (rates: readonly number[], value: (rate: number) => number) => Float64Array.from(rates, value);
const LOG_P = column(AWAKE_RATES, Math.log);
const LOG_NOT_P = column(AWAKE_RATES, (p) => Math.log1p(-p));
const LOG_Q = column(ASLEEP_RATES, Math.log);
const LOG_NOT_Q = column(ASLEEP_RATES, (q) => Math.log1p(-q));
const Q_WEIGHT = column(ASLEEP_RATES, (q) => (q < 0.015 ? CLEAN_END_WEIGHT : 1));
/** How many of the inactive rates, from the lowest, are far enough below each active rate. */
const BELOW = AWAKE_RATES.map((p) => ASLEEP_RATES.filter((q) => odds(p) >= MIN_ODDS_RATIO * odds(q)).length);

const ANY_RATE = weighted(AWAKE_RATES.map((p) => (p > 0.9 ? CLEAN_END_WEIGHT : 1)));
const NEARLY_ALWAYS = weighted(AWAKE_RATES.map((p, at) => ANY_RATE[at]! * tilt(p)));

/** Weights of the active rates such that those of all points together come to one. */
function weighted(weights: readonly number[]): Float64Array {
  const sum = weights.reduce((all, weight, at) => all + weight * massBelow(at), 0);
  return Float64Array.from(weights, (weight) => weight / sum);
}

function massBelow(at: number): number {
  return Q_WEIGHT.subarray(0, BELOW[at]!).reduce((sum, weight) => sum + weight, 0);
}

/** Turns "any rate" into "most likely a rate near 1". */
function tilt(p: number): number {
  const near = AWAKE_RATES.reduce((sum, rate, at) => sum + (rate >= SURE_RATE ? ANY_RATE[at]! * massBelow(at) : 0), 0);
  return p >= SURE_RATE ? SURE_SHARE / near : (1 - SURE_SHARE) / (1 - near);
}

/** `sure`: the factors are the same in every trial, so that p is most likely near 1. */
export function fitScreenRates(active: Count, inactive: Count, sure = false): ScreenRateFit {
  const weight = sure ? NEARLY_ALWAYS : ANY_RATE;
  const high = likelihoods(LOG_P, LOG_NOT_P, active);
  const low = likelihoods(LOG_Q, LOG_NOT_Q, inactive);
  let sum = 0;
  let sumP = 0;
  let sumQ = 0;
  for (let at = 0; at < AWAKE_RATES.length; at += 1) {
    let row = 0;
    let rowQ = 0;
    for (let below = 0; below < BELOW[at]!; below += 1) {
      const share = Q_WEIGHT[below]! * low.scaled[below]!;
      row += share;
      rowQ += share * ASLEEP_RATES[below]!;
    }
    const share = weight[at]! * high.scaled[at]!;
    sum += share * row;
    sumP += share * row * AWAKE_RATES[at]!;
    sumQ += share * rowQ;
  }
  return { logEvidence: high.log + low.log + Math.log(sum), p: sumP / sum, q: sumQ / sum };
}

/** Of a count under each rate, as shares of the highest, which is given as a logarithm. */
function likelihoods(log: Float64Array, logNot: Float64Array, { failures, runs }: Count) {
  const logs = log.map((rate, at) => failures * rate + (runs - failures) * logNot[at]!);
  const highest = logs.reduce((most, each) => Math.max(most, each));
  return { log: highest, scaled: logs.map((each) => Math.exp(each - highest)) };
}

/** The rival: one rate whatever is on. */
export function fitCommonRate({ failures, runs }: Count): ScreenRateFit {
  const { a, b } = COMMON_RATE;
  const rate = (a + failures) / (a + b + runs);
  return { logEvidence: logMarginal(failures, runs, a, b), p: rate, q: rate };
}

/** log of how much likelier the two counts are with rates far apart, the first higher, than with one rate. */
export function logBayesFactor(high: Count, low: Count): number {
  const sum = { failures: high.failures + low.failures, runs: high.runs + low.runs };
  return fitScreenRates(high, low).logEvidence - fitCommonRate(sum).logEvidence;
}
