/** What one trial says about the target: the one counting rule that every plan shares. Rates and intervals are left to statistics/. */
import { isFailure } from '../contract/outcome.ts';
import type { TestId } from '../contract/test-id.ts';
import type { Observation, TrialResult } from '../contract/trial.ts';

/**
 * `failure`: the failure we look for. `other-failure`: it failed, but belongs to a class of failures that was split off because it behaves
 * differently. `none`: the target was skipped or is missing, so the trial says nothing.
 */
export type TargetEvent = 'failure' | 'other-failure' | 'pass' | 'none';

/** First levels of fingerprints. Null and an empty list both mean that every failure counts, which is the rule. */
export type Fingerprints = readonly string[] | null;

/** The worst of the target's executions in the trial, or execution `run` (0 is the first) when that is given. */
export function eventOf(result: TrialResult, target: TestId, fingerprints: Fingerprints, run?: number): TargetEvent {
  const events = eventsOf(result, target, fingerprints, run);
  return WORST_FIRST.find((event) => events.includes(event)) ?? 'none';
}

const WORST_FIRST = ['failure', 'other-failure', 'pass'] as const;

/** Of every execution of the target, in order; or of execution `run` alone. */
export function eventsOf(
  { observations }: TrialResult,
  target: TestId,
  fingerprints: Fingerprints,
  run?: number,
): readonly TargetEvent[] {
  return observations
    .filter((one) => one.test === target && (run === undefined || one.run === run))
    .map((one) => eventIn(one, fingerprints));
}

/** The execution that `eventOf` speaks of: the first that failed, else the last. */
export function observationOf({ observations }: TrialResult, target: TestId, run?: number): Observation | null {
  const own = observations.filter((one) => one.test === target && (run === undefined || one.run === run));
  return own.find(({ outcome }) => isFailure(outcome)) ?? own.at(-1) ?? null;
}

/** A failure without a message (a crash, a hang) is comparable by its outcome alone. */
export function fingerprintOf(observation: Observation): string {
  return observation.fingerprint ?? `outcome:${observation.outcome}`;
}

function eventIn(observation: Observation, fingerprints: Fingerprints): TargetEvent {
  if (observation.outcome === 'passed') return 'pass';
  if (!isFailure(observation.outcome)) return 'none';
  if (fingerprints === null || fingerprints.length === 0) return 'failure';
  const own = fingerprintOf(observation);
  return fingerprints.some((first) => own === first || own.startsWith(`${first}-`)) ? 'failure' : 'other-failure';
}
