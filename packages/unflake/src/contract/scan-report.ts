/** What `unflake scan --report` says of a project. Fields may be added; none is renamed. */
import type { Cause } from './cause.ts';
import type { Count } from './evidence.ts';
import type { LeftOut, ReachedTest, ReachStep, ScanProblem, Severity } from './scan.ts';

/** What a statement rests on: a line, a commit, a recorded case, or the scan as a whole. */
export type Pointer =
  | { readonly file: string; readonly line: number }
  | { readonly commit: string }
  | { readonly caseId: string };

export interface Statement {
  readonly says: string;
  readonly at: readonly Pointer[];
}

/** Whole lines of a file, from `line` on. */
export interface CodeBlock {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

export interface KnownFlaky {
  /** As it was given, or as its runner names it. */
  readonly id: string;
  readonly from: 'given' | 'case';
  /** Every test of the project that the id can mean; empty when there is none. */
  readonly locations: readonly { readonly file: string; readonly line: number; readonly name: string }[];
  readonly code: CodeBlock | null;
  readonly observed: readonly Statement[];
  readonly symptom: readonly Statement[];
  readonly hypothesis: readonly Statement[];
  readonly evidence: readonly Statement[];
  /** Rules of the classes that it reaches, the gravest first. */
  readonly classes: readonly string[];
}

export interface AffectedTest extends ReachedTest {
  /** The first helper on the shortest way; null when the test calls the place itself, or is it. */
  readonly through: string | null;
}

export interface HistoricCommit {
  readonly hash: string;
  /** As `2025-03-01`. */
  readonly date: string;
  /** When it was committed. */
  readonly atMs: number;
  readonly subject: string;
  /** `touched`: changed these lines. `named`: speaks of them, or of flakiness, and changed the file. */
  readonly how: 'touched' | 'named';
  /** The lines before and after; null when there were none, or when it only named them. */
  readonly before: string | null;
  readonly after: string | null;
  /** From one to the other, line by line. */
  readonly diff: string | null;
}

export interface PlaceHistory {
  /** Newest first. */
  readonly commits: readonly HistoricCommit[];
  /** Why there is no more; null when this is all. */
  readonly limit: string | null;
}

export const PLACE_STATUSES = ['as-first-written', 'replaced-an-earlier-state', 'history-unknown'] as const;

/** Recorded runs of known flaky tests that reach a place, while the code was as a commit left it. */
export interface HistoryStage extends Count {
  /** Null for the time before the oldest commit that is shown. */
  readonly commit: string | null;
}

/** One place that defines a source: a function, or the top level of a file. */
export interface ClassPlace {
  readonly name: string;
  readonly code: CodeBlock;
  readonly findings: readonly { readonly file: string; readonly line: number; readonly code: string }[];
  readonly sure: number;
  readonly may: number;
  readonly unresolved: number;
  /** Those that surely reach it first; at most a few hundred, while the counts are whole. */
  readonly tests: readonly AffectedTest[];
  readonly path: readonly ReachStep[];
  readonly history: PlaceHistory;
  /** Newest first; empty when no run is recorded. */
  readonly stages: readonly HistoryStage[];
  readonly status: (typeof PLACE_STATUSES)[number];
}

export interface FixOption {
  readonly name: string;
  /** In the language of the class; null when there is only the sentence. */
  readonly code: string | null;
  readonly pros: readonly string[];
  readonly cons: readonly string[];
  readonly recommended: boolean;
}

export const RISKS = ['high', 'medium', 'low'] as const;

/** A judgement by stated rules, with what it rests on. */
export interface Outlook {
  readonly level: (typeof RISKS)[number];
  readonly because: string;
}

export interface RootCauseClass {
  readonly rule: string;
  readonly title: string;
  readonly cause: Cause;
  readonly severity: Severity;
  readonly why: string;
  /** Those that most tests reach first. */
  readonly places: readonly ClassPlace[];
  /** Tests that reach any of the places, each counted once. */
  readonly sure: number;
  readonly may: number;
  readonly status: readonly Statement[];
  readonly impactNow: Outlook;
  readonly riskLater: Outlook;
  readonly goal: string;
  readonly options: readonly FixOption[];
  readonly page: string;
}

export interface RiskCandidate {
  readonly risk: (typeof RISKS)[number];
  readonly title: string;
  readonly reason: string;
  readonly places: readonly { readonly file: string; readonly line: number; readonly code: string }[];
  /** How many places there are in all. */
  readonly count: number;
}

export interface CompetingHypothesis {
  readonly says: string;
  readonly for: readonly Statement[];
  readonly against: readonly Statement[];
  readonly status: 'plausible' | 'unsupported' | 'supported by runs';
  /** What would decide, as a command. */
  readonly decidedBy: string;
}

export interface Diagnostic {
  readonly why: string;
  readonly command: string;
}

export interface Criterion {
  readonly says: string;
  readonly met: boolean;
  /** What it rests on, or what is missing. */
  readonly because: string;
}

export interface ScanReport {
  readonly files: number;
  readonly lines: number;
  /** In the index. */
  readonly tests: number;
  readonly summary: readonly Statement[];
  readonly known: readonly KnownFlaky[];
  readonly classes: readonly RootCauseClass[];
  readonly candidates: readonly RiskCandidate[];
  readonly hypotheses: readonly CompetingHypothesis[];
  readonly diagnostics: readonly Diagnostic[];
  readonly criteria: readonly Criterion[];
  readonly problems: readonly ScanProblem[];
  readonly excluded: readonly LeftOut[];
}
