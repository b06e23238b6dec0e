/** Maps a report to observations: watched tests one by one, others as a tally, absent ones as missing. */
import { OUTCOMES, type Outcome } from '../../contract/outcome.ts';
import type { Report } from '../../contract/runner.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Observation, Trial, TrialResult } from '../../contract/trial.ts';

export type TrialObservations = Pick<TrialResult, 'observations' | 'tally' | 'problems' | 'detected'>;

export function observe(trial: Trial, report: Report): TrialObservations {
  const watched = new Set<TestId>(trial.watch === 'all' ? trial.tests : trial.watch);
  const selected = new Set<TestId>(trial.tests);
  const seen = new Set<TestId>();
  const tally = emptyTally();
  const observations: Observation[] = [];
  let executions = 0;
  for (const observation of report.observations) {
    seen.add(observation.test);
    if (selected.has(observation.test)) {
      tally[observation.outcome] += 1;
      executions += 1;
    }
    if (watched.has(observation.test)) observations.push(observation);
  }
  for (const test of watched) if (!seen.has(test)) observations.push(missing(test));
  tally.missing += Math.max(0, trial.tests.length * trial.repeat - executions);
  const { problems, detected } = report;
  return { observations, tally, problems, ...(detected && { detected }) };
}

/** A plain command has one outcome, for the only watched test or the whole selection: every watched test gets it. */
export function observePlain(
  trial: Trial,
  outcome: Outcome,
  ms: number,
  problems: readonly string[],
): TrialObservations {
  const watched = trial.watch === 'all' ? trial.tests : trial.watch;
  const tally = emptyTally();
  tally[outcome] += watched.length;
  const single = watched.length === 1 && trial.tests.length === 1 && outcome !== 'missing';
  const observations = watched.map((test) => ({ test, run: 0, outcome, ms: single ? ms : null }));
  return { observations, tally, problems };
}

function missing(test: TestId): Observation {
  return { test, run: 0, outcome: 'missing', ms: null };
}

function emptyTally(): Record<Outcome, number> {
  return Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
}
