/** Whether a comparison of launchers is worth its runs: it saves a start for each trial, and costs runs of whole tests. */
import type { Observation } from '../../contract/trial.ts';

/** One run of the sample. */
export interface SampleRun {
  readonly ms: number;
  readonly observations: readonly Pick<Observation, 'ms'>[];
}

/** Before the first trial nobody waits longer for one of at least six runs. */
const MAX_MS = 10_000;
/** Before the first trial the start must be at least half of a run. */
const MAX_STARTS = 2;
/** Tests that run side by side take longer together than their run: of its start nothing is known then, except that it is short. */
const MIN_START_SHARE = 0.02;

/** How many starts a run takes: as many trials have to start faster for each run of the comparison. */
export function startsIn({ ms, observations }: SampleRun): number {
  const testsMs = observations.reduce((sum, one) => sum + (one.ms ?? 0), 0);
  return ms / Math.max(ms - testsMs, ms * MIN_START_SHARE, Number.MIN_VALUE);
}

export const isWorthNow = (run: SampleRun): boolean => run.ms <= MAX_MS && startsIn(run) <= MAX_STARTS;
