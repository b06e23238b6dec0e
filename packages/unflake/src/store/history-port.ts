/**
 * The interface of the history: what CI said about every test. Asynchronous, so that a database across a network can stand behind it. What a
 * status means is decided elsewhere; the store keeps results, counts them, and gives back what it was told.
 */
import type { Outcome } from '../contract/outcome.ts';

/** Where a group of results comes from. Two with equal `key` are the same run of the same job. */
export interface HistoryRun {
  readonly commit: string;
  readonly branch: string;
  readonly run: string;
  readonly job: string;
  readonly attempt: number;
  readonly machine: string;
  readonly service: string;
  readonly atMs: number;
}

export interface StoredRun extends HistoryRun {
  readonly id: number;
  readonly results: number;
  /** Results that ended in a pass or a failure. */
  readonly executed: number;
  readonly failures: number;
  /** Why its failures say nothing about its tests; null for an ordinary run. */
  readonly incident: string | null;
}

/** One execution of one test. */
export interface HistoryResult {
  readonly test: HistoryTestName;
  readonly outcome: Outcome;
  readonly ms: number | null;
  readonly fingerprint: string | null;
  readonly message: string | null;
}

export interface HistoryTestName {
  readonly id: string;
  /** Only the folder of its package, with `/` at the end, or empty, where no more is known. */
  readonly file: string;
  readonly words: string;
}

/** What was decided about a test from its results. */
export interface Assessed {
  readonly status: string;
  /** By which tests are ordered. */
  readonly hurt: number;
  /** In full, as JSON. */
  readonly assessment: unknown;
}

export interface HistoryTest extends HistoryTestName {
  readonly key: number;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  /** Results of CI, those of incidents left out, and how many of them failed. */
  readonly runs: number;
  readonly failures: number;
  /** Null until it has failed. */
  readonly assessed: Assessed | null;
}

/** One result as the timeline of a test shows it. */
export interface TimelineResult {
  readonly run: StoredRun;
  /** 0 for the first execution in its run. */
  readonly seq: number;
  readonly outcome: Outcome;
  readonly ms: number | null;
  readonly fingerprint: string | null;
  readonly message: string | null;
  /** Nothing that the commit changed leads to this test. */
  readonly unreachable: boolean;
}

export interface HistoryDay {
  /** Days since the epoch, in UTC. */
  readonly day: number;
  readonly runs: number;
  readonly failures: number;
  readonly ms: number;
}

/** Runs that unflake made itself. They are provoked and never counted as failures of CI. */
export interface ProvokedRuns {
  readonly source: 'diagnose' | 'hunt' | 'certify' | 'verify';
  /** The id of the case, hunt, certification or verification. */
  readonly id: string;
  readonly atMs: number;
  readonly runs: number;
  readonly failures: number;
  /** What it concluded about this test. */
  readonly says: string;
}

export interface HistoryQuery {
  readonly status: readonly string[] | null;
  /** A part of the id. */
  readonly contains: string | null;
  /** Those that hurt most first, by name, or those that were seen last first. */
  readonly order?: 'hurt' | 'name' | 'last-seen';
  readonly limit: number;
  readonly offset: number;
}

export interface HistoryPage {
  readonly tests: readonly HistoryTest[];
  /** All that match, on this page or not. */
  readonly total: number;
}

/** Tests in one state, and when one of them was last seen. */
export interface StatusCount {
  readonly status: string;
  readonly tests: number;
  readonly lastSeenMs: number;
}

export interface NamedStatus extends HistoryTestName {
  readonly status: string;
}

export interface DecidedTest {
  readonly key: number;
  readonly assessment: unknown;
}

export interface HistorySize {
  readonly tests: number;
  readonly runs: number;
  readonly results: number;
  readonly bytes: number;
  readonly oldestResultMs: number | null;
}

/** A part of a file's results. Files are written whole or in parts; a part that was written before is passed over, so a cut call can be repeated. */
export interface FileRecord {
  readonly sha: string;
  /** The number of the file's results before this part. */
  readonly from: number;
  readonly results: readonly HistoryResult[];
  /** Whether this is its last part. */
  readonly isEnd: boolean;
}

/** Counts of a run as they are stored, with what this call adds. */
export interface RunTotals {
  /** Those that ended in a pass or a failure. */
  readonly executed: number;
  readonly failures: number;
}

export interface RunRecord {
  readonly run: HistoryRun;
  readonly files: readonly FileRecord[];
  /** Asked inside the transaction; undefined while parts of the run are still to come. */
  readonly incident: ((totals: RunTotals) => string | null) | undefined;
}

export interface RecordedRun {
  readonly run: StoredRun;
  readonly added: number;
  /** Files with this content that the run had already, in full. */
  readonly knownFiles: number;
}

/** A test that was first seen when another with the same words, or the same body, was seen for the last time. */
export interface RenameCandidate {
  readonly from: HistoryTest & { readonly body: string | null };
  readonly to: HistoryTest & { readonly body: string | null };
  /** Runs of the job since `to` was first seen, in none of which `from` was. */
  readonly runsSince: number;
}

export interface HistoryStore {
  /** The file or address, for people. */
  readonly place: string;
  /** All of it or nothing, in one transaction that waits for nothing else. */
  readonly record: (runs: readonly RunRecord[]) => Promise<readonly RecordedRun[]>;
  /** By default those that hurt most first. */
  readonly page: (query: HistoryQuery) => Promise<HistoryPage>;
  /** How many tests are in which state; `healthy` until something else was decided. */
  readonly statuses: () => Promise<readonly StatusCount[]>;
  /** Of all tests. */
  readonly names: () => Promise<readonly NamedStatus[]>;
  /** What was decided about every test that has failed. */
  readonly decided: () => Promise<readonly DecidedTest[]>;
  /** By whole id, also a former one; then by part of an id. */
  readonly find: (text: string, limit: number) => Promise<readonly HistoryTest[]>;
  readonly byName: (name: HistoryTestName) => Promise<HistoryTest | null>;
  /** The newest `limit` results of CI, oldest first, those of incidents included. */
  readonly timeline: (test: number, limit: number) => Promise<readonly TimelineResult[]>;
  /** Oldest first. */
  readonly days: (tests: readonly number[], fromDay: number) => Promise<ReadonlyMap<number, readonly HistoryDay[]>>;
  readonly formerNames: (test: number) => Promise<readonly string[]>;
  readonly provoked: (test: number) => Promise<readonly ProvokedRuns[]>;
  readonly addProvoked: (test: HistoryTestName, runs: ProvokedRuns) => Promise<void>;
  readonly incidents: (limit: number) => Promise<readonly StoredRun[]>;
  /** Tests that have failed and whose results have changed since they were assessed. */
  readonly unassessed: () => Promise<readonly HistoryTest[]>;
  readonly assess: (assessed: readonly (Assessed & { readonly test: number })[]) => Promise<void>;
  /** Says of failures in a run that the commit cannot have caused them. */
  readonly markUnreachable: (runId: number, tests: readonly number[]) => Promise<void>;
  readonly failedIn: (runId: number) => Promise<readonly HistoryTest[]>;
  readonly renameCandidates: () => Promise<readonly RenameCandidate[]>;
  /** The results, days and names of one become the other's. */
  readonly join: (from: number, into: number) => Promise<void>;
  /** Tests that were first seen with a file and whose body is not known. */
  readonly bodiless: (limit: number) => Promise<readonly HistoryTest[]>;
  readonly setBodies: (bodies: ReadonlyMap<number, string>) => Promise<void>;
  readonly size: () => Promise<HistorySize>;
  /** Removes results of runs before this moment; daily counts stay. Returns how many there were; `dryRun` counts alone. */
  readonly prune: (beforeMs: number, dryRun: boolean) => Promise<number>;
}
