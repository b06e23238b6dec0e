/** Whether runs of the failing and the passing selection differ enough to show the cause again. */
import type { Tally } from '../../contract/findings.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions, TrialResult } from '../../contract/trial.ts';
import type { Fingerprints } from '../event-of.ts';
import { isSlowdownEffect } from '../perturb/slowdown-effect.ts';
import { BAYES_FACTOR } from '../statistics/thresholds.ts';
import { twoArmBayesFactor } from '../statistics/two-arm-bayes-factor.ts';
import type { Pair } from './reproduction-pair.ts';
import { seenUnder } from './seen-under.ts';

/**
 * Failures needed. A knob already has its pin and its control; for an order, two of two against none of two would happen by chance too
 * often.
 */
const FAILURES = { knob: 2, order: 3, slowness: 2 } as const;
/**
 * Bayes factor needed for two rates over one. Three failures of three against none of three give 20. More is needed where chance plays a
 * part: where a command, or the same tests earlier, had both outcomes, and most for an order, whose suspect was chosen among many.
 */
const DIFFERENT = {
  steady: BAYES_FACTOR.hint,
  knob: BAYES_FACTOR.proof,
  slowness: BAYES_FACTOR.proof,
  order: BAYES_FACTOR.orderShownAgain,
};
const RARE = 0.1;

/** What the pair is to show. */
export type Claim = keyof typeof FAILURES;

/** Fails more than once and not rarely: perhaps a failure of another kind, which only our own trials can distinguish. */
export const passingCommandFails = (passes: Tally | null): boolean =>
  passes !== null && passes.failures > 1 && passes.failures > RARE * passes.runs;

export const isSame = (fails: Tally, passes: Tally): boolean =>
  passes.failures > 0 && twoArmBayesFactor(fails, passes) < BAYES_FACTOR.same;

/** An intermittent failure shows up in any command that runs long enough; it must be more frequent with this one. */
export function shows(fails: Tally, passes: Tally | null, claim: Claim, steady: boolean): boolean {
  const least = FAILURES[claim];
  if (fails.failures < least || passes === null) return fails.failures >= least;
  // The speed of a machine varies.
  if (passes.failures > RARE * passes.runs) return claim === 'slowness' && isSlowdownEffect(fails, passes);
  const how = steady && passes.failures === 0 && fails.failures === fails.runs ? 'steady' : claim;
  return twoArmBayesFactor(fails, passes) >= DIFFERENT[how];
}

/** The same for a knob: every trial of both selections, from the proof on, failed under one setting and passed under the other. */
export function didAlwaysSo(seen: readonly TrialResult[], target: TestId, pair: Pair): boolean {
  if (pair.passing === null || pair.repeat > 1) return false;
  const bad = eventsOf(seen, target, pair.failing, pair.conditions);
  const good = eventsOf(seen, target, pair.passing, pair.passingConditions);
  if (bad.some((event) => event !== 'failure') || good.some((event) => event !== 'pass')) return false;
  const differ = twoArmBayesFactor({ failures: bad.length, runs: bad.length }, { failures: 0, runs: good.length });
  return differ >= BAYES_FACTOR.alwaysSo;
}

/** Counts all trials, not only the commands: a culprit does not explain failures that occur without it. */
export function passesUsually(
  seen: readonly TrialResult[],
  target: TestId,
  { passing, passingConditions }: Pair,
  fingerprints: Fingerprints,
): boolean {
  const events = eventsOf(seen, target, passing!, passingConditions, fingerprints);
  return events.filter((event) => event === 'failure').length <= RARE * events.length;
}

function eventsOf(
  seen: readonly TrialResult[],
  target: TestId,
  tests: readonly TestId[],
  conditions: Conditions,
  fingerprints: Fingerprints = null,
) {
  const same = tests.join('\0');
  return seenUnder(seen, target, conditions, fingerprints)
    .filter((trial) => trial.tests.join('\0') === same)
    .map(({ event }) => event);
}
