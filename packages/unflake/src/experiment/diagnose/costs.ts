/** Measures what trials cost: the time of a test, the start-up of a process, one run of an arm. */
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions, TrialResult } from '../../contract/trial.ts';
import type { Arm } from '../findings.ts';
import { median } from '../statistics/median.ts';

/** Defaults before anything is measured. */
const UNKNOWN_TEST_MS = 1;
const UNKNOWN_STARTUP_MS = 100;

/** Overhead of a run outside its trial, mostly the start of a process ahead of time. */
const START_MS = 200;

export interface TrialCosts {
  readonly duration: (test: TestId) => number;
  readonly startupMs: number;
}

/** Reads the trials that watched every test; the later one wins. */
export function costs(seen: readonly TrialResult[]): TrialCosts {
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

/** The usual time of trials of this size under these conditions, or what is known of their tests. `processes`: that the trial starts. */
export function armCost(
  seen: readonly TrialResult[],
  tests: readonly TestId[],
  conditions: Conditions,
  processes = 1,
): number {
  const under = JSON.stringify(conditions);
  const same = seen.filter(
    ({ trial }) => trial.tests.length === tests.length && JSON.stringify(trial.conditions) === under,
  );
  if (same.length > 0) return median(same.map((result) => result.ms));
  const single = seen.filter(({ trial }) => trial.tests.length === 1).map((result) => result.ms);
  if (single.length > 0 && !seen.some(({ trial }) => trial.watch === 'all')) return processes * Math.min(...single);
  const { startupMs, duration } = costs(seen);
  return startupMs + tests.reduce((sum, test) => sum + duration(test), 0);
}

/** Adds start-up time to the cost, so that very short arms are not treated as free. */
export function withStart(arm: Arm): Arm {
  return {
    name: arm.name,
    make: arm.make,
    get cost() {
      return START_MS + arm.cost;
    },
  };
}
