/**
 * An interval for a rate that stays valid however often it is looked at, for a plan that may stop whenever it likes: the rates that a
 * Beta mixture does not outbid by 1 / (1 − level). Wider than an interval for a fixed number of runs; that is the price of peeking.
 */
import type { Count, Interval } from '../../contract/evidence.ts';
import { logSequenceMarginal } from './beta-binomial.ts';

const HALVINGS = 50;

export function confidenceSequence(count: Count, level = 0.95): Interval {
  const { failures, runs } = count;
  const threshold = logSequenceMarginal(count) + Math.log(1 - level);
  const holds = (rate: number) => logLikelihood(rate, failures, runs) > threshold;
  // The likelihood has one peak, at the observed rate, which is always inside; each end is one crossing away from it.
  const peak = runs === 0 ? 0.5 : failures / runs;
  return { low: holds(0) ? 0 : crossing(0, peak, holds), high: holds(1) ? 1 : crossing(1, peak, holds), level };
}

function logLikelihood(rate: number, failures: number, runs: number): number {
  const failing = failures === 0 ? 0 : failures * Math.log(rate);
  const passing = failures === runs ? 0 : (runs - failures) * Math.log1p(-rate);
  return failing + passing;
}

function crossing(outside: number, inside: number, holds: (rate: number) => boolean): number {
  let out = outside;
  let within = inside;
  for (let i = 0; i < HALVINGS; i += 1) {
    const middle = (out + within) / 2;
    if (holds(middle)) within = middle;
    else out = middle;
  }
  // The outer end, so that rounding never makes the interval too short.
  return out;
}
