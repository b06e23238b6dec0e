/** What each plan returns. Explain reads these findings, reports print them. */
import type { DetectorReport } from './detector-report.ts';
import type { Count, Interval } from './evidence.ts';
import type { TestId } from './test-id.ts';
import type { TrialId } from './trial.ts';

/** Counts with the trials that carry them. */
export interface Tally extends Count {
  readonly trials: readonly TrialId[];
}

/** Why a plan ended early: the engine stopped it, or its own share of trials was used up. */
export type StopReason = 'budget' | 'cancelled' | 'trials';

export type Band = 'never' | 'rare' | 'sometimes' | 'often' | 'mostly' | 'always';

export interface ConfirmFinding {
  readonly kind: 'flaky' | 'not-reproduced' | 'always-fails';
  readonly arms: Readonly<Record<string, Tally>>;
  readonly all: Count;
  /** Valid however often it was looked at. */
  readonly interval: Interval;
  readonly band: Band;
  /** Upper bound on the rate when nothing failed, else null. */
  readonly bound: number | null;
  /** Failure fingerprints with their counts, most frequent first. */
  readonly fingerprints: readonly { readonly fingerprint: string; readonly count: number; readonly message: string }[];
  /** Runs that failed with another fingerprint than those looked for; they are in no `failures`. Absent when there were none. */
  readonly otherFailures?: number;
  /** Trials in other orders than those of the arms, none of which failed; they are in `all` and in no arm. Absent when there were none. */
  readonly otherOrders?: number;
  /** The plan ended before its rule did; the counts are what was seen until then. */
  readonly stopped?: StopReason;
}

export type IsolationVerdict =
  | 'suite-worse'
  | 'suite-better'
  | 'intrinsic'
  | 'always-fails'
  | 'not-reproduced'
  | 'undecided';

export interface IsolateFinding {
  readonly verdict: IsolationVerdict;
  readonly posterior: Readonly<Record<Exclude<IsolationVerdict, 'undecided'>, number>>;
  readonly alone: Tally;
  readonly suite: Tally;
  /** Only the tests of the target's own file; null when the file is the suite or was not tried. */
  readonly file: Tally | null;
  /** Twice in one process: the first and the second execution; null when the runner cannot. */
  readonly twice: { readonly first: Tally; readonly second: Tally } | null;
  /** The row of the decision table of the fixed protocol that the counts fall in. */
  readonly tableRow: string;
  /** E-value for a difference between alone and suite: without one, a value of v or more occurs with probability 1/v at most. */
  readonly eValue?: number;
  readonly otherFailures?: number;
  readonly stopped?: StopReason;
}

/** One candidate as the report shows it. */
export interface SuspectedPolluter {
  readonly test: TestId;
  readonly posterior: number;
  readonly before: Count;
  readonly notBefore: Count;
  readonly single: Count;
}

export interface OrderFinding {
  readonly kind: 'culprits' | 'no-order-effect' | 'size-effect' | 'unresolved';
  /** Every minimal set found, each confirmed on fresh runs; in suite order inside a set. */
  readonly sets: readonly (readonly TestId[])[];
  /** For each set: with it before the target, and alone, on fresh runs only. */
  readonly confirmed: readonly { readonly with: Tally; readonly without: Tally }[];
  /** No further culprit is left: the rest without the found sets does not show the event. Null when not checked. */
  readonly complete: boolean | null;
  readonly suspects: readonly SuspectedPolluter[];
  readonly other: { readonly pair: number; readonly size: number; readonly none: number };
  /** For the record block and the plot: one row per subset query, in order. */
  readonly steps: readonly OrderStep[];
  readonly trials: readonly TrialId[];
  /** The search was cut short; what stands here was known by then. */
  readonly stopped?: 'budget' | 'cancelled';
  /** Trials in which the target was skipped or missing, so that they said nothing; absent when there were none. */
  readonly noSignal?: number;
  /** The target after a test that a screen found harmless, as often as the culprit was proved with; absent where there was none. */
  readonly control?: { readonly test: TestId; readonly tally: Tally };
}

/** Each other test directly before the target: which of them bring the event, as a screen that proves nothing. */
export interface ScreenPairsFinding {
  readonly event: 'failure' | 'pass';
  /** `forks` of one process; `one-process` in which the target ran after each of them; `pairs`, each in a process of its own. */
  readonly way: 'forks' | 'one-process' | 'pairs';
  /** The event came directly after these. */
  readonly hits: readonly TestId[];
  /** It did not come after these. */
  readonly others: readonly TestId[];
  readonly asked: number;
  readonly left: readonly TestId[];
  readonly trials: readonly TrialId[];
}

export interface OrderStep {
  /** Indices into the candidates, as ranges: `0-23,31`. */
  readonly subset: string;
  readonly size: number;
  readonly event: boolean;
  /** Bits still unknown after this step. */
  readonly entropy: number;
  readonly trial: TrialId;
}

export interface DurationFinding {
  readonly phase: 'total' | 'setup' | 'call' | 'teardown';
  readonly flag: 'slower' | 'faster' | 'same' | 'too-few';
  /** Hodges–Lehmann: failing over passing. */
  readonly ratio: number | null;
  readonly interval: Interval | null;
  readonly p: number | null;
  readonly passed: { readonly median: number; readonly max: number; readonly n: number } | null;
  readonly failed: { readonly median: number; readonly max: number; readonly n: number } | null;
  /** The rule of the fixed protocol (set-up over 10 × median, call over 5 × median on failing runs), shown next to ours. */
  readonly fixedRule: boolean;
}

export interface TimeFinding {
  readonly durations: readonly DurationFinding[];
  /** Failing runs all end at the same time, well above the passing ones. */
  readonly timeoutLike: boolean;
  readonly serial: Tally | null;
  readonly parallel: Tally | null;
  /** Failures at the given CPU shares; the first is full speed. */
  readonly doses: readonly { readonly share: number; readonly tally: Tally }[];
  readonly parallelEffect: 'worse' | 'same' | 'better' | 'undecided' | 'not-tried';
  readonly slowEffect: 'worse' | 'same' | 'better' | 'undecided' | 'not-tried';
  /** As in IsolateFinding: for parallel against serial, and for the smallest share against full speed. */
  readonly parallelEValue?: number;
  readonly slowEValue?: number;
  /** Runs that count in no arm, because the host took too much of the CPU time meanwhile; absent where there are none. */
  readonly setAside?: Tally;
  readonly stopped?: StopReason;
}

/** What the detectors have said in the trials that were run for them. */
export interface DetectFinding {
  /** Each report once, with the trials that carry it. */
  readonly reports: readonly (DetectorReport & { readonly trials: readonly TrialId[] })[];
  /** Every trial with the detectors on. */
  readonly trials: readonly TrialId[];
}
