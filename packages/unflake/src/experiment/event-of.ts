/** What one trial says about the target: the one counting rule that every plan shares. Rates and intervals are left to statistics/. */
import { isFailure } from '../contract/outcome.ts';
import type { TestId } from '../contract/test-id.ts';
import type { Observation, TrialResult } from '../contract/trial.ts';

/**
 * `failure`: the failure we look for. `other-failure`: it failed, but with another fingerprint; neither that failure nor a pass.
 * `none`: the target was skipped or is missing, so the trial says nothing.
 */
export type TargetEvent = 'failure' | 'other-failure' | 'pass' | 'none';

/** Null and an empty list both mean that every failure counts. */
export type Fingerprints = readonly string[] | null;

/** Looks at the target's last execution in the trial, or at execution `run` (0 is the first) when that is told. */
export function eventOf(result: TrialResult, target: TestId, fingerprints: Fingerprints, run?: number): TargetEvent {
  const observation = observationOf(result, target, run);
  if (observation === null) return 'none';
  if (observation.outcome === 'passed') return 'pass';
  if (!isFailure(observation.outcome)) return 'none';
  return counts(observation, fingerprints) ? 'failure' : 'other-failure';
}

export function observationOf(result: TrialResult, target: TestId, run?: number): Observation | null {
  return result.observations.findLast((o) => o.test === target && (run === undefined || o.run === run)) ?? null;
}

/** A failure without a message (a crash, a hang) is comparable by its outcome alone. */
export function fingerprintOf(observation: Observation): string {
  return observation.fingerprint ?? `outcome:${observation.outcome}`;
}

function counts(observation: Observation, fingerprints: Fingerprints): boolean {
  return fingerprints === null || fingerprints.length === 0 || fingerprints.includes(fingerprintOf(observation));
}
