/** How a case ends: the shape that `diagnose --json` prints and others read. Fields may be added; none is renamed. */
import type { Cause, Family, Kind, Verdict } from './cause.ts';
import type { Evidence } from './evidence.ts';
import type { DetectFinding } from './findings.ts';
import type { Outcome } from './outcome.ts';
import type { FactorName } from './screen-finding.ts';
import type { TestId } from './test-id.ts';
import type { TrialId } from './trial.ts';

export interface Hypothesis {
  readonly family: Family;
  readonly kind: Kind;
  readonly for: readonly string[];
  readonly against: readonly string[];
  readonly posterior: number;
  readonly status: 'confirmed' | 'rejected' | 'open';
  /** The experiment that tells it from its nearest rival, and whether it was run. */
  readonly distinguishedBy: string;
  /** An experiment was about this cause. Absent in cases that were closed before this was told. */
  readonly tested?: boolean;
}

/** The odds of the hypotheses after one more piece of evidence. */
export interface OddsStep {
  /** The trial that completed it; null before the first. */
  readonly after: TrialId | null;
  readonly says: string;
  readonly chances: readonly { readonly family: Family; readonly kind: Kind; readonly posterior: number }[];
}

export interface Reproduction {
  /** Can be pasted into a shell. */
  readonly fails: string;
  readonly passes: string;
  readonly failRate: number;
  /** Of the passing command; absent where it never failed. */
  readonly controlFailRate?: number;
  /** Both commands were parsed again and run, and did what they are said to do. */
  readonly confirmed: boolean;
  readonly trials: readonly TrialId[];
  /** Paths that were moved away while the commands ran. The printed lines remove them, or run twice so that they are left; absent where there are none. */
  readonly movedAside?: readonly string[];
  /** Why `fails` replays the recorded trial instead of naming the runner's own command; absent where it names that. */
  readonly replayedBecause?: string;
}

/** Failures of the test that are the same failure: one fingerprint. Those of plain commands are in none, because they carry no message. */
export interface FailureClass {
  readonly fingerprint: string;
  readonly outcome: Outcome;
  /** The first lines of the first such failure, as the runner tells it; empty where it says nothing. */
  readonly message: string;
  readonly count: number;
  readonly trials: readonly TrialId[];
}

/** A line on the way of a polluter that changes what other tests see. */
export interface PolluterSource {
  readonly test: TestId;
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  /** The line itself. */
  readonly text: string;
}

export interface Factor {
  readonly knob: string;
  readonly failing: readonly string[];
  readonly passing: readonly string[];
  /** A second setting that must be there too; absent when one knob is enough. */
  readonly with?: FactorName;
  /** A second setting that hides the failure; absent when there is none. */
  readonly unless?: FactorName;
}

export interface Mechanism {
  readonly kind: string;
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly provedBy: string;
}

/** Something that trials left outside their own folders and that is still there, or was until it was moved away. */
export interface LeftBehind {
  readonly path: string;
  /** The trial after which it was there first. */
  readonly trial: TrialId;
  /** Where it is now; null where it stays because it was not shown to be the cause, or no trial was seen to make it. */
  readonly movedTo: string | null;
}

/** Trials during which the host of this machine took more than a third of the CPU time that was wanted (steal time). */
export interface BusyHost {
  readonly trials: readonly TrialId[];
  /** In how many of them the test failed. */
  readonly failed: number;
  /** How many were repeated, because they would have counted for a cause in time. */
  readonly repeated: number;
}

export interface NotTried {
  readonly what: string;
  readonly why: string;
}

export interface Diagnosis {
  readonly caseId: string;
  readonly test: TestId;
  readonly runner: string;
  readonly seed: number;
  readonly verdict: Verdict;
  readonly cause: (Cause & { readonly confidence: number }) | null;
  /** Every minimal set of tests that makes the victim fail; [] when not about order. */
  readonly polluters: readonly (readonly TestId[])[];
  /** Every test of any setter set. */
  readonly setters: readonly TestId[];
  /** Every minimal set of tests after which it passes. Absent in cases that were closed before this was told. */
  readonly setterSets?: readonly (readonly TestId[])[];
  readonly cleaners: readonly TestId[];
  readonly factor: Factor | null;
  readonly mechanism: Mechanism | null;
  /** Absent where trials left nothing. */
  readonly leftBehind?: readonly LeftBehind[];
  readonly sources: readonly { readonly rule: string; readonly file: string; readonly line: number }[];
  /** What a scan found on the way of the first polluters; absent where there are none, or it found nothing. */
  readonly polluterSources?: readonly PolluterSource[];
  /** What the runtime's detectors said of this test, what says most first; absent where they said nothing. */
  readonly detected?: DetectFinding['reports'];
  /** The classes of failures seen, most frequent first. Absent in cases that were closed before this was told. */
  readonly failures?: readonly FailureClass[];
  readonly evidence: readonly Evidence[];
  readonly hypotheses: readonly Hypothesis[];
  /** How their odds changed, the last step as they are now. Absent where there is no hypothesis, and in older cases. */
  readonly odds?: readonly OddsStep[];
  readonly reproduce: Reproduction | null;
  /** The answer in one or two sentences for people. */
  readonly summary: string;
  /** What to do next, as a command or an experiment. */
  readonly next: string;
  readonly cost: { readonly trials: number; readonly testExecutions: number; readonly wallMs: number };
  /** How trials were started at the end, and what survives from one to the next; absent where each was a new process. */
  readonly launcher?: { readonly name: string; readonly keeps: string };
  /** Absent where the host of this machine never took more than a third of the CPU time during a trial. */
  readonly busyHost?: BusyHost;
  readonly notTried: readonly NotTried[];
}
