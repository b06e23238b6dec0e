/** Counts with the trials that carry them: none, one more, two together. */
import type { TrialId } from '../contract/trial.ts';
import type { Tally } from './findings.ts';

export const NO_TALLY: Tally = { failures: 0, runs: 0, trials: [] };

/** A trial that said nothing (null) changes no count. */
export function plus(
  tally: Tally,
  { failed, trial }: { readonly failed: boolean | null; readonly trial: TrialId },
): Tally {
  if (failed === null) return tally;
  return { failures: tally.failures + (failed ? 1 : 0), runs: tally.runs + 1, trials: [...tally.trials, trial] };
}

export const together = (a: Tally, b: Tally): Tally => ({
  failures: a.failures + b.failures,
  runs: a.runs + b.runs,
  trials: [...a.trials, ...b.trials],
});
