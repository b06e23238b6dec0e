/**
 * How many passes show that a change has removed a failure, and not only made it rarer. The rate before is uncertain, so it is integrated
 * out, with Jeffreys' prior. fix-predictive.ts has the exact form for a rate that has not changed at all.
 */
import type { Count } from '../../contract/evidence.ts';
import { requireCount } from './counts.ts';

/** In r = sin²θ the posterior is a product of even powers of sine and cosine, for which the midpoint rule is exact to many digits. */
const POINTS = 512;
const MAX_PASSES = 2 ** 30;

/** The probability that this many runs all pass although the rate is still `share` of what it was. */
export function allPassAtShare(before: Count, share: number, passes: number): number {
  requireCount(before);
  const logs = LOG_RATES.map(
    (log, at) => times(before.failures, log) + times(before.runs - before.failures, LOG_COMPLEMENTS[at]!),
  );
  const top = logs.reduce((most, log) => Math.max(most, log));
  let mass = 0;
  let passing = 0;
  for (let at = 0; at < POINTS; at += 1) {
    const weight = Math.exp(logs[at]! - top);
    mass += weight;
    passing += weight * Math.exp(times(passes, Math.log1p(-share * RATES[at]!)));
  }
  return passing / mass;
}

/** The passes after which a rate of `share` of the old one, or more, is refuted at this level. */
export function passesToExclude(before: Count, share: number, error: number): number {
  const refuted = (passes: number) => allPassAtShare(before, share, passes) <= error;
  let high = 1;
  while (!refuted(high) && high < MAX_PASSES) high *= 2;
  let low = Math.floor(high / 2);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (refuted(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** 0 × −∞ is 0 here: what did not happen says nothing. */
const times = (count: number, log: number): number => (count === 0 ? 0 : count * log);

const ANGLES = Array.from({ length: POINTS }, (_, at) => (((at + 0.5) / POINTS) * Math.PI) / 2);
const RATES = ANGLES.map((angle) => Math.sin(angle) ** 2);
const LOG_RATES = RATES.map(Math.log);
const LOG_COMPLEMENTS = ANGLES.map((angle) => 2 * Math.log(Math.cos(angle)));
