/**
 * The two unknown rates of a search: p, how often the event comes after a culprit, and q, how often without one. Both are integrated out
 * over a grid, so that nothing has to be assumed about them except that a culprit matters.
 */

export interface OrderRateFit {
  /** Natural logarithm of the probability of the counts, rates integrated out. */
  readonly logEvidence: number;
  /** What p and q are expected to be, given the counts. */
  readonly p: number;
  readonly q: number;
}

interface RatePoint {
  readonly p: number;
  readonly q: number;
  readonly weight: number;
}

const CULPRIT_RATES = [
  0.03, 0.05, 0.08, 0.12, 0.18, 0.25, 0.33, 0.42, 0.5, 0.58, 0.67, 0.75, 0.83, 0.9, 0.95, 0.98, 0.999,
];
const BACKGROUND_RATES = [0.0005, 0.003, 0.01, 0.02, 0.04, 0.07, 0.1, 0.15, 0.2, 0.3];
/** A culprit that changes the odds by less than this is not worth naming, and would cost thousands of trials to find. */
const MIN_ODDS_RATIO = 3;
/** Most order-dependent tests are clean at one end: never fail alone, or always fail after the culprit. */
const CLEAN_END_WEIGHT = Math.exp(0.5);

const odds = (rate: number) => rate / (1 - rate);

const POINTS: readonly RatePoint[] = CULPRIT_RATES.flatMap((p) =>
  BACKGROUND_RATES.filter((q) => odds(p) >= MIN_ODDS_RATIO * odds(q)).map((q) => ({
    p,
    q,
    weight: (q < 0.015 ? CLEAN_END_WEIGHT : 1) * (p > 0.9 ? CLEAN_END_WEIGHT : 1),
  })),
);
const TOTAL_WEIGHT = POINTS.reduce((sum, point) => sum + point.weight, 0);

const column = (value: (point: RatePoint) => number) => Float64Array.from(POINTS, value);
const P = column((point) => point.p);
const Q = column((point) => point.q);
const LOG_P = column((point) => Math.log(point.p));
const LOG_NOT_P = column((point) => Math.log(1 - point.p));
const LOG_Q = column((point) => Math.log(point.q));
const LOG_NOT_Q = column((point) => Math.log(1 - point.q));
const LOG_WEIGHT = column((point) => Math.log(point.weight / TOTAL_WEIGHT));

/** Fits the rates to `events` of `runs` with the culprit and `otherEvents` of `otherRuns` without. */
export function fitOrderRates(events: number, runs: number, otherEvents: number, otherRuns: number): OrderRateFit {
  const logs = new Float64Array(P.length);
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < logs.length; at += 1) {
    const log =
      LOG_WEIGHT[at]! +
      events * LOG_P[at]! +
      (runs - events) * LOG_NOT_P[at]! +
      otherEvents * LOG_Q[at]! +
      (otherRuns - otherEvents) * LOG_NOT_Q[at]!;
    logs[at] = log;
    if (log > highest) highest = log;
  }
  let total = 0;
  let p = 0;
  let q = 0;
  for (let at = 0; at < logs.length; at += 1) {
    const share = Math.exp(logs[at]! - highest);
    total += share;
    p += share * P[at]!;
    q += share * Q[at]!;
  }
  return { logEvidence: highest + Math.log(total), p: p / total, q: q / total };
}
