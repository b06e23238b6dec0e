/** What trials cost here, learned from the results so far: a test's own time, the start-up of a process, one run of an arm. */
import type { TestId } from '../../contract/test-id.ts';
import type { TrialResult } from '../../contract/trial.ts';
import { median } from '../statistics/median.ts';

/** Until something was measured, a test counts as this long and a start-up as a hundred of them. */
const UNKNOWN_TEST_MS = 1;
const UNKNOWN_STARTUP_MS = 100;

/** Of a process and its folder, which the time of a trial does not hold. */
const START_MS = 200;

export interface Costs {
  readonly duration: (test: TestId) => number;
  readonly startupMs: number;
}

/** Reads the trials that watched every test; the later one wins. */
export function costs(seen: readonly TrialResult[]): Costs {
  const durations = new Map<TestId, number>();
  const startups: number[] = [];
  for (const result of seen) {
    if (result.trial.watch !== 'all') continue;
    let own = 0;
    for (const { test, ms } of result.observations) {
      if (ms === null) continue;
      durations.set(test, ms);
      own += ms;
    }
    if (!result.ending.timedOut) startups.push(Math.max(1, result.ms - own));
  }
  const usual = durations.size > 0 ? Math.max(UNKNOWN_TEST_MS / 100, median([...durations.values()])) : UNKNOWN_TEST_MS;
  return {
    duration: (test) => Math.max(durations.get(test) ?? usual, usual / 10),
    startupMs: startups.length > 0 ? median(startups) : UNKNOWN_STARTUP_MS,
  };
}

/** The usual time of trials of this size under these conditions, or what is known of their tests, with the start of a process. */
export function armCost(seen: readonly TrialResult[], tests: readonly TestId[], conditions: string): number {
  const same = seen.filter(
    ({ trial }) => trial.tests.length === tests.length && JSON.stringify(trial.conditions) === conditions,
  );
  if (same.length > 0) return START_MS + median(same.map((result) => result.ms));
  const { startupMs, duration } = costs(seen);
  return START_MS + startupMs + tests.reduce((sum, test) => sum + duration(test), 0);
}
