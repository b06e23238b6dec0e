/** One execution of the target with its times, taken from a trial's result; and which of them may be compared with each other. */
import type { Outcome } from '../../contract/outcome.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Phases, TrialResult } from '../../contract/trial.ts';
import { hostWasBusy } from '../busy-host.ts';
import { eventOf, type Fingerprints, observationOf } from '../event-of.ts';
import { onOneMachine } from './on-one-machine.ts';

export interface TimedRun {
  readonly failed: boolean;
  readonly outcome: Outcome;
  /** Null when the runner did not say, as for a run that was ended from outside. */
  readonly ms: number | null;
  readonly phases: Phases | null;
}

/** Passes, and the failures that count. Failures of another kind say nothing about how long this one takes. */
export function timedRun(result: TrialResult, target: TestId, fingerprints: Fingerprints): TimedRun | null {
  const event = eventOf(result, target, fingerprints);
  if (event !== 'pass' && event !== 'failure') return null;
  const { outcome, ms, phases } = observationOf(result, target)!;
  return { failed: event === 'failure', outcome, ms, phases: phases ?? null };
}

export interface ComparableRuns {
  /** Whether more runs of the target alone would add to them. */
  readonly selection: 'alone' | 'with-others';
  readonly runs: readonly TimedRun[];
}

/**
 * The first test of a process pays for what later ones find warm, so runs alone and runs among others are never mixed. The set with more
 * failures is used. Durations that the host has stretched are left out.
 */
export function comparableRuns(
  results: readonly TrialResult[],
  target: TestId,
  fingerprints: Fingerprints,
): ComparableRuns {
  const once = onOneMachine(results.filter((result) => result.trial.repeat === 1 && !hostWasBusy(result)));
  const timed = (selected: readonly TrialResult[]) =>
    selected.map((result) => timedRun(result, target, fingerprints)).filter((run) => run !== null);
  const alone = timed(once.filter(({ trial }) => trial.tests.length === 1));
  const withOthers = timed(once.filter(({ trial }) => trial.tests.length > 1));
  const failures = (runs: readonly TimedRun[]) => runs.filter(({ failed }) => failed).length;
  return failures(withOthers) > failures(alone)
    ? { selection: 'with-others', runs: withOthers }
    : { selection: 'alone', runs: alone };
}
