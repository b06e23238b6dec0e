/** Counts together with the trials that support them. */
import type { Count } from '../contract/evidence.ts';
import type { TrialId } from '../contract/trial.ts';
import type { Tally } from './findings.ts';

export const NO_TALLY: Tally = { failures: 0, runs: 0, trials: [] };

/** A trial without an outcome (null) changes no count. `count`: every execution of a trial that ran the target several times. */
export function addTrial(
  tally: Tally,
  { failed, trial, count }: { readonly failed: boolean | null; readonly trial: TrialId; readonly count?: Count },
): Tally {
  if (failed === null) return tally;
  const { failures, runs } = count ?? { failures: failed ? 1 : 0, runs: 1 };
  return { failures: tally.failures + failures, runs: tally.runs + runs, trials: [...tally.trials, trial] };
}

export const mergeTallies = (a: Tally, b: Tally): Tally => ({
  failures: a.failures + b.failures,
  runs: a.runs + b.runs,
  trials: [...a.trials, ...b.trials],
});
