/** Does a condition change the failure rate? The two-arm rule of `isolate`, for pairs of exclusive runs that stop as soon as it is clear. */

import type { Count } from '../../contract/evidence.ts';
import type { TimeFinding } from '../findings.ts';
import { isClearlyMore } from '../statistics/clearly-more.ts';
import { POSTERIOR } from '../statistics/thresholds.ts';
import { twoArmPosterior } from '../statistics/two-arm-posterior.ts';

export type RateEffect = TimeFinding['slowEffect'];

const MIN_RUNS = 3;
const MIN_RUNS_OF_PROOF = 6;
const MAX_RUNS = 20;
// If a difference is already more likely, a few more pairs are worthwhile.
const MAX_RUNS_WHEN_SHOWING = 30;
const SUSPICION = 0.5;
// With no failure on either side, or no pass, there is nothing to compare.
const FRUITLESS_RUNS = 10;

/** How the treated arm stands to the reference. */
export function rateEffectOf(reference: Count, treated: Count): RateEffect {
  if (Math.min(reference.runs, treated.runs) < MIN_RUNS) return 'undecided';
  const { never, always, same, worse, better } = twoArmPosterior(reference, treated);
  if (worse >= POSTERIOR.namesCause) return 'worse';
  if (better >= POSTERIOR.namesCause) return 'better';
  return never + always + same >= POSTERIOR.namesCause ? 'same' : 'undecided';
}

/** No further pair is worth its cost. */
export function isDone(reference: Count, treated: Count): boolean {
  const fewer = Math.min(reference.runs, treated.runs);
  if (fewer >= (isShowing(reference, treated) ? MAX_RUNS_WHEN_SHOWING : MAX_RUNS)) return true;
  if (fewer >= FRUITLESS_RUNS && (neverFail(reference, treated) || alwaysFail(reference, treated))) return true;
  return rateEffectOf(reference, treated) !== 'undecided';
}

const neverFail = (...arms: readonly Count[]): boolean => arms.every(({ failures }) => failures === 0);
const alwaysFail = (...arms: readonly Count[]): boolean => arms.every(({ failures, runs }) => failures === runs);

/** The same where the treated arm alone fails: then some more pairs may prove it. */
export function isProvedOrDone(reference: Count, treated: Count): boolean {
  if (!isDone(reference, treated)) return false;
  const provable = reference.failures === 0 && rateEffectOf(reference, treated) === 'worse';
  if (!provable || reference.runs >= MAX_RUNS_WHEN_SHOWING) return true;
  return reference.runs >= MIN_RUNS_OF_PROOF && isClearlyMore(treated, reference);
}

function isShowing(reference: Count, treated: Count): boolean {
  const { worse, better } = twoArmPosterior(reference, treated);
  return Math.max(worse, better) >= SUSPICION;
}
