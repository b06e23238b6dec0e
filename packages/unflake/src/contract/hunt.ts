/** The result of a hunt: the flaky tests of a suite, how each was shown, and what was not found. */
import type { Kind } from './cause.ts';
import type { NotTried } from './diagnosis.ts';
import type { Count } from './evidence.ts';
import type { Outcome } from './outcome.ts';
import type { ReachedSource } from './static-source.ts';
import type { TestId } from './test-id.ts';
import type { Conditions, TrialId } from './trial.ts';

/** Counts of one test under one arm, with an interval that holds although the hunt decides by its counts when to stop. */
export interface ArmCount extends Count {
  readonly arm: string;
  readonly low: number;
  readonly high: number;
}

/** Where a test is in the code, relative to the project. */
export interface TestPlace {
  readonly file: string;
  readonly line: number;
}

/** The command that shows a failure. */
export interface HuntReproduction {
  readonly fails: string;
  /** The command itself was run and failed. */
  readonly confirmed: boolean;
}

export interface FlakyTest {
  readonly test: TestId;
  /** Null where the index does not know it. */
  readonly place: TestPlace | null;
  /** The kind of cause that the failing arm suggests, not a proof; null when no arm brings the failure every time. */
  readonly kind: Kind | null;
  /** The arm under which it failed again. */
  readonly arm: string;
  /** Of every execution in the hunt; the failing arm first. */
  readonly arms: readonly ArmCount[];
  /** Tests that run before it when it fails; for a brittle test, before it when it passes. */
  readonly after: readonly TestId[];
  /** What was changed when it fails. */
  readonly conditions: Conditions;
  readonly fingerprints: readonly string[];
  readonly message: string | null;
  readonly reproduce: HuntReproduction;
  /** Id of its cluster. */
  readonly cluster: string;
  readonly caseId: string | null;
}

/** It failed in every run, in the suite and alone. */
export interface BrokenTest extends Count {
  readonly test: TestId;
  readonly place: TestPlace | null;
  readonly outcome: Outcome;
  readonly message: string | null;
  /** Tests that fail because of it: its state, its crash or the same set-up. */
  readonly takesDown: readonly TestId[];
}

/** It failed, and did not fail again where that was tried. */
export interface UnrepeatedFailure extends Count {
  readonly test: TestId;
  readonly place: TestPlace | null;
  readonly arm: string;
  readonly message: string | null;
}

export interface HuntCluster {
  readonly id: string;
  readonly why: string;
  /** The source in the code that all its tests reach: the proposed cause, which no trial has proved. Null where none is known. */
  readonly source: ReachedSource | null;
  readonly tests: readonly TestId[];
  readonly representative: TestId;
  readonly caseId: string | null;
  readonly verdict: string | null;
  /** Tests that failed under the cause of the representative; null if that was not tried. */
  readonly explains: readonly TestId[] | null;
}

export interface HuntRound {
  readonly arm: string;
  readonly trials: readonly TrialId[];
  readonly ms: number;
  /** Tests that this round showed to be flaky. */
  readonly found: number;
}

/** A flaky test that fails at least this often under the arm would have been seen with this confidence. */
export interface HuntBound {
  readonly arm: string;
  readonly rounds: number;
  readonly rate: number;
  readonly confidence: number;
}

export interface HuntCost {
  readonly trials: number;
  readonly testExecutions: number;
  readonly wallMs: number;
  /** The time of its trials in runs of the whole suite; null before one has ended. */
  readonly suiteRuns: number | null;
}

/** One of several hunts that share the rounds of one: `3/8`. */
export interface HuntShard {
  readonly number: number;
  readonly of: number;
}

export const HUNT_ENDINGS = ['done', 'budget', 'cancelled'] as const;

export interface HuntResult {
  /** Null when a change touches no test. */
  readonly huntId: string | null;
  readonly runner: string;
  readonly seed: number;
  /** How many tests were hunted. */
  readonly tests: number;
  readonly ended: (typeof HUNT_ENDINGS)[number];
  /** The commit since which the hunted tests are new, changed or reach a change; null where all of the suite, or named ones, are hunted. */
  readonly since: string | null;
  /** Set for a shard: its failures are in `unrepeated`, and merging the shards tells which tests are flaky. */
  readonly shard: HuntShard | null;
  readonly rounds: readonly HuntRound[];
  /** Ordered pairs of tests, each test with itself included, in which the second ran directly after the first in one process. */
  readonly coverage: { readonly pairs: number; readonly of: number };
  readonly flaky: readonly FlakyTest[];
  readonly broken: readonly BrokenTest[];
  readonly unrepeated: readonly UnrepeatedFailure[];
  readonly clusters: readonly HuntCluster[];
  readonly bounds: readonly HuntBound[];
  readonly cost: HuntCost;
  readonly notTried: readonly NotTried[];
  /** The next command; null if there is nothing to do. */
  readonly next: string | null;
}

/** Where a hunt stands before a round. */
export interface HuntProgress {
  readonly rounds: number;
  readonly flaky: number;
  /** Arms that had a round, in the order in which the hunt knows them. */
  readonly arms: readonly {
    readonly arm: string;
    readonly rounds: number;
    readonly ms: number;
    readonly found: number;
  }[];
  /** Tests that failed, in the order in which they first did; the first of them, with counts under each arm. */
  readonly tests: readonly { readonly test: TestId; readonly arms: readonly (Count & { readonly arm: string })[] }[];
  /** All that failed. */
  readonly failing: number;
  readonly coverage: { readonly pairs: number; readonly of: number };
}
