/** The project under test as the engine holds it: where it is, which runner it has, and how that is started. */
import type { RunnerAdapter, RunnerContext, RunnerSettings } from '../../contract/runner.ts';
import type { TestId } from '../../contract/test-id.ts';

export interface Subject {
  /** Absolute, real path of the project. */
  readonly root: string;
  /** Absolute folder the runner is started in: the root, or a folder below it. */
  readonly folder: string;
  readonly adapter: RunnerAdapter;
  readonly program: readonly [string, ...string[]];
  readonly settings: RunnerSettings;
  /** Absolute folder of our probes. */
  readonly probes: string;
  /** Absolute folder that the trials share for caches; outside the project. Absent: every trial starts without. */
  readonly cache?: string;
  /** Every test in the suite's own order; empty before it was listed. */
  readonly suite: readonly TestId[];
}

export function contextOf(subject: Subject, trialFolder: string): RunnerContext {
  const { folder, probes, program, settings, cache } = subject;
  const shared = cache === undefined ? {} : { cache };
  return { root: folder, probes, folder: trialFolder, node: process.execPath, program, settings, ...shared };
}
