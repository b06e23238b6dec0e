/** What the fixed protocol returns: everything that its four recording formats and its decision tables need. */
import type { TestId } from './test-id.ts';
import type { Phases, TrialId } from './trial.ts';

/** Pass or fail; `?` when the target was skipped or is missing, which the protocol does not foresee. */
export type Mark = 'P' | 'F' | '?';

/** Runs of one kind, in order. */
export interface MarkedRuns {
  readonly marks: readonly Mark[];
  readonly passed: number;
  readonly failed: number;
  readonly trials: readonly TrialId[];
}

export interface FixedMultiRun extends MarkedRuns {
  /** The row of the decision tree: failures in 10 runs, or in 20 when the first 10 had none. */
  readonly decision: 'may-not-be-flaky' | 'flakiness-confirmed' | 'highly-flaky' | 'likely-a-real-bug';
}

export interface FixedIsolation {
  readonly isolated: MarkedRuns;
  readonly inSuite: MarkedRuns;
  /** The row of the decision table, as `Always passes | Sometimes fails | Ordering-dependent`. */
  readonly row: string;
  readonly next: 'bisection' | 'timing' | 'report';
}

export interface FixedBisectionStep extends MarkedRuns {
  /** From 1; the two halves of one split share it. */
  readonly step: number;
  /** Both ends included, as indices into the tests before the target. */
  readonly from: number;
  readonly to: number;
  readonly verdict: 'here' | 'not-here' | 'confirmed' | 'not-confirmed';
}

export interface FixedBisection {
  readonly testsBefore: number;
  readonly steps: readonly FixedBisectionStep[];
  /** The single test that is left; null when neither half of a split failed. */
  readonly interferer: TestId | null;
  /** INTERFERER + TARGET failed at least once in five runs. */
  readonly confirmed: boolean;
}

export interface FixedTimedRun {
  readonly mark: Mark;
  /** Null where the runner does not tell the phases apart. */
  readonly phases: Phases | null;
  readonly ms: number | null;
}

export interface FixedVariance {
  readonly phase: 'setup' | 'test' | 'teardown';
  readonly median: number;
  /** Of the runs that the rule looks at: all for set-up and tear-down, the failing ones for the test. */
  readonly max: number;
  readonly times: number;
  /** The fixed rule of this phase holds. */
  readonly flagged: boolean;
}

export interface FixedTiming {
  readonly runs: readonly FixedTimedRun[];
  readonly trials: readonly TrialId[];
  readonly variance: readonly FixedVariance[];
  /** Null when the runner cannot set the number of workers. */
  readonly parallel: MarkedRuns | null;
  readonly serial: MarkedRuns | null;
  readonly diagnosis: string | null;
  readonly observations: readonly string[];
}

export interface FixedProtocolFinding {
  readonly multiRun: FixedMultiRun;
  /** A block is null when the decision before it did not lead there, or the plan was stopped. */
  readonly isolation: FixedIsolation | null;
  readonly bisection: FixedBisection | null;
  readonly timing: FixedTiming | null;
  readonly stopped?: 'budget' | 'cancelled';
}
