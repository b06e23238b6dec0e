/** Runs the target alone until there are enough passing and failing durations to compare, or it is plain that there will not be. */
import type { Plan } from '../plan.ts';
import { posteriorMean } from '../statistics/beta-binomial.ts';
import { FAILURES_NEEDED, PASSES_NEEDED } from './compare-durations.ts';
import type { TimeOptions } from './time-options.ts';
import { runRound, type TimeRecord } from './time-record.ts';
import { type ComparableRuns, comparableRuns } from './timed-run.ts';

const MAX_RUNS = 40;

export function* collectDurations(options: TimeOptions, record: TimeRecord): Plan<void> {
  while (record.tried < MAX_RUNS) {
    const { selection, runs } = allRuns(options, record);
    const failures = runs.filter(({ failed }) => failed).length;
    const passes = runs.length - failures;
    const missing = { failures: FAILURES_NEEDED - failures, passes: PASSES_NEEDED - passes };
    if (missing.failures <= 0 && missing.passes <= 0) return;
    // The failures came among other tests: more runs alone could not be compared with them.
    if (selection === 'with-others') return;
    const rate = posteriorMean({ failures, runs: runs.length });
    const expected = Math.max(missing.failures / rate, missing.passes / (1 - rate));
    if (record.tried + expected > MAX_RUNS) return;
    const alone = { arm: options.alone, tally: record.full };
    if (!(yield* runRound([alone], options, record, 'to compare how long passing and failing runs take'))) return;
  }
}

export function allRuns(options: TimeOptions, record: TimeRecord): ComparableRuns {
  return comparableRuns([...options.observed, ...record.fullResults], options.target, options.fingerprints);
}
