/** The fingerprint of a time limit: failing runs all end at the same time, well above the passing ones. */
import { median } from '../statistics/median.ts';
import { FAILURES_NEEDED, MIN_SHIFT_MS } from './compare-durations.ts';
import type { TimedRun } from './timed-run.ts';

const WIDEST_SPREAD = 1.03;
const ABOVE_PASSING = 1.5;
const PASSES_TO_COMPARE = 3;
// The runner itself names the limit; two failures are no accident.
const NAMED_TIMEOUTS = 2;

export function isTimeoutLike(runs: readonly TimedRun[]): boolean {
  const failed = runs.filter((run) => run.failed);
  if (failed.length >= NAMED_TIMEOUTS && failed.every(({ outcome }) => outcome === 'timed-out')) return true;
  const failing = failed.map(({ ms }) => ms).filter((ms) => ms !== null);
  const passing = runs
    .filter((run) => !run.failed)
    .map(({ ms }) => ms)
    .filter((ms) => ms !== null);
  if (failing.length < FAILURES_NEEDED || passing.length < PASSES_TO_COMPARE) return false;
  const [shortest, longest] = [Math.min(...failing), Math.max(...failing)];
  const usual = median(passing);
  return longest <= shortest * WIDEST_SPREAD && shortest > Math.max(usual * ABOVE_PASSING, usual + MIN_SHIFT_MS);
}
