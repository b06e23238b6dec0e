/** Results of the tools about history. */
import type { Interval } from '../../../contract/evidence.ts';
import type { Outcome } from '../../../contract/outcome.ts';
import type { CommitRange, HistoryStatus, TestAssessment } from '../../../experiment/history/assess-test.ts';
import type { HistoryEvidence } from '../../../experiment/history/history-evidence.ts';
import type { HistorySize } from '../../../store/history-port.ts';
import type { Renamed } from './join-renames.ts';
import type { BrokenReport } from './read-report.ts';

export interface RunResult {
  readonly commit: string;
  readonly branch: string;
  readonly run: string;
  readonly job: string;
  readonly attempt: number;
  readonly machine: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly results: number;
  readonly failures: number;
  readonly incident: string | null;
}

export interface IngestResult {
  readonly store: string;
  readonly files: number;
  readonly known: number;
  readonly results: number;
  /** The last of them. */
  readonly runs: readonly RunResult[];
  /** Of all. */
  readonly runCount: number;
  readonly renamed: readonly Renamed[];
  readonly broken: readonly BrokenReport[];
}

/** `quarantined`: listed in the quarantine file, whatever its results say. */
export type ShownStatus = HistoryStatus | 'quarantined';

export interface HistoryRow {
  readonly test: string;
  readonly status: ShownStatus;
  /** That it is, or was, flaky. */
  readonly flaky: number;
  /** Failures on unchanged code, without those of commits that broke it. */
  readonly failures: number;
  readonly runs: number;
  readonly interval: Interval | null;
  readonly hurt: number;
  readonly reruns: number;
  readonly minutesLost: number;
  readonly evidence: TestAssessment['evidence'];
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly began: CommitRange | null;
  /** Failures a day, oldest first; null for a day without a run. */
  readonly days: readonly (number | null)[];
  readonly quarantine: QuarantineState | null;
  /** Empty if no report says it. */
  readonly file: string;
  /** The newest diagnosis of it that has ended. */
  readonly diagnosed: { readonly caseId: string; readonly says: string; readonly at: string } | null;
}

export interface QuarantineState {
  readonly since: string;
  readonly until: string;
  readonly owner: string;
  readonly reason: string;
  readonly ticket: string | null;
  /** The id of a case. */
  readonly case: string | null;
}

/** Results of one day, those of incidents left out. The interval is that of the rate, at 95 %. */
export interface DayRate {
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly runs: number;
  readonly failures: number;
  readonly low: number;
  readonly high: number;
}

/** The suite over time. */
export interface HistoryTrend {
  /** Failures on unchanged code, in the order of time, days without one included. */
  readonly days: readonly { readonly day: string; readonly failures: number }[];
  /** Tests by status; those in quarantine are counted there alone. */
  readonly statuses: Readonly<Record<ShownStatus, number>>;
}

/** By what tests are ordered; each with the largest or newest first, and names from A to Z. */
export const HISTORY_SORTS = ['hurt', 'name', 'failures', 'runs', 'rate', 'last-seen'] as const;
export type HistorySort = (typeof HISTORY_SORTS)[number];

export interface TimelineRow {
  readonly at: string;
  readonly commit: string;
  readonly branch: string;
  readonly run: string;
  readonly job: string;
  readonly attempt: number;
  readonly outcome: Outcome;
  readonly ms: number | null;
  readonly fingerprint: string | null;
  readonly incident: string | null;
}

export interface FingerprintRow {
  readonly fingerprint: string;
  readonly count: number;
  readonly message: string | null;
  readonly lastSeen: string;
}

export interface ProvokedRow {
  readonly source: 'diagnose' | 'hunt' | 'certify' | 'verify';
  readonly id: string;
  readonly at: string;
  readonly runs: number;
  readonly failures: number;
  readonly says: string;
}

export interface TestHistory extends HistoryRow {
  readonly formerNames: readonly string[];
  readonly latestEvidence: readonly HistoryEvidence[];
  readonly timeline: readonly TimelineRow[];
  readonly fingerprints: readonly FingerprintRow[];
  readonly provoked: readonly ProvokedRow[];
  /** Oldest first, days without a run left out. */
  readonly rates: readonly DayRate[];
  /** Branches on which it failed, the newest first. */
  readonly failedOn: readonly string[];
}

export interface HistoryResultPage {
  readonly store: string;
  readonly size: HistorySize;
  /** All that match. */
  readonly total: number;
  readonly tests: readonly HistoryRow[];
  readonly incidents: readonly RunResult[];
  readonly test: TestHistory | null;
  /** If it was asked for. */
  readonly trend?: HistoryTrend;
}

export interface PruneResult {
  readonly store: string;
  readonly before: string;
  readonly results: number;
  readonly dryRun: boolean;
  readonly size: HistorySize;
}
