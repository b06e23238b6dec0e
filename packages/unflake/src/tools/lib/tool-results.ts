/** Results of tools that are not contract types (`diagnose` returns a `Diagnosis`). The printers read these. */

import type { CaseRecord } from '../../contract/case-record.ts';
import type { Cause, Verdict } from '../../contract/cause.ts';
import type { HuntResult } from '../../contract/hunt.ts';
import type { Outcome } from '../../contract/outcome.ts';
import type { LeftOut, ScanFinding, ScanFixes, ScanProblem, ScanRule, Severity } from '../../contract/scan.ts';
import type { ScanReport } from '../../contract/scan-report.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { TrialId } from '../../contract/trial.ts';

export interface ListResult extends SuiteResult {
  /** With several runners, or several folders of one: the other suites. */
  readonly others: readonly SuiteResult[];
}

export interface SuiteResult {
  readonly runner: string;
  /** Relative to the root; `.` for the root itself. */
  readonly folder: string;
  /** In the order in which the runner would run them. */
  readonly tests: readonly TestId[];
  /** Files that could not be collected, with the runner's message. */
  readonly problems: readonly string[];
}

export interface CaseSummary {
  readonly caseId: string;
  readonly test: TestId;
  readonly runner: string;
  readonly seed: number;
  /** ISO 8601, UTC. */
  readonly openedAt: string;
  readonly trials: number;
  /** null while the case is open: it was cut off and can be resumed. */
  readonly verdict: Verdict | null;
  readonly cause: Cause | null;
}

export interface CasesResult {
  readonly store: string;
  /** Newest first. */
  readonly cases: readonly CaseSummary[];
}

export interface Check {
  readonly what: string;
  readonly status: 'ok' | 'limited' | 'missing';
  readonly detail: string;
  /** How to make it `ok`; null if it is, or if nothing would. */
  readonly fix: string | null;
}

export interface DoctorResult {
  readonly root: string;
  readonly checks: readonly Check[];
}

export interface ReplayResult {
  readonly caseId: string;
  readonly trial: TrialId;
  readonly command: string;
  readonly recorded: Outcome;
  /** One per run, in order. */
  readonly seen: readonly Outcome[];
  /** How many of `seen` match the record. */
  readonly agreeing: number;
  readonly ms: number;
}

export const REPORT_FORMATS = ['text', 'markdown', 'html', 'json', 'github'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export interface ReportResult {
  readonly record: CaseRecord;
  readonly format: ReportFormat;
  /** The file to write, or null for standard output. */
  readonly out: string | null;
  /** The folder that was written, if one was asked for. */
  readonly site?: { readonly folder: string; readonly cases: number; readonly hunts: number };
}

export interface DemoResult {
  readonly record: CaseRecord;
  /** Path of the HTML report. */
  readonly html: string;
}

export const HUNT_FORMATS = ['text', 'json', 'markdown', 'html', 'github', 'sarif', 'junit'] as const;

/** A hunt, and how to print it. */
export interface HuntReport extends HuntResult {
  readonly format: (typeof HUNT_FORMATS)[number];
  /** The file to write, or null for standard output. */
  readonly out: string | null;
}

export const SCAN_FORMATS = ['text', 'json', 'sarif', 'github'] as const;

export interface ScanResult {
  readonly root: string;
  readonly files: number;
  readonly lines: number;
  readonly findings: readonly ScanFinding[];
  /** Rules with findings, by id; absent if there are no pages for them. */
  readonly rules?: readonly ScanRule[];
  readonly problems: readonly ScanProblem[];
  /** By the config file; absent if nothing can be excluded. */
  readonly excluded?: readonly LeftOut[];
  readonly failOn: Severity | 'never';
  readonly format: (typeof SCAN_FORMATS)[number];
  readonly out: string | null;
  /** If it was requested. */
  readonly report?: ScanReport;
  /** With `--fix`; the findings are those that remain. */
  readonly fixes?: ScanFixes;
}

export interface IndexCounts {
  readonly files: number;
  readonly lines: number;
  readonly definitions: number;
  readonly tests: number;
  readonly problems: readonly ScanProblem[];
}

export interface IndexResult extends IndexCounts {
  readonly root: string;
  /** Path of the index file. */
  readonly index: string;
  /** Files that were parsed because they are new or changed. */
  readonly read: number;
  /** Files that were removed from the project. */
  readonly removed: number;
  /** False if it was interrupted; the next call continues. */
  readonly complete: boolean;
}

export type IndexStatusResult =
  | { readonly root: string; readonly index: string; readonly exists: false }
  | ({
      readonly root: string;
      readonly index: string;
      readonly exists: true;
      /** ISO 8601, UTC; null if no build has finished yet. */
      readonly refreshedAt: string | null;
      /** Files that differ from what the index holds. */
      readonly stale: { readonly changed: number; readonly added: number; readonly removed: number };
      /** `sure`: one definition of the project; `may`: one of several, or of an unknown object; `outside`: of libraries. */
      readonly calls: {
        readonly sure: number;
        readonly may: number;
        readonly outside: number;
        readonly unresolved: number;
      };
    } & IndexCounts);

export interface SearchHit {
  readonly what: 'function' | 'method' | 'class' | 'test' | 'fixture' | 'group' | 'text';
  /** With its enclosing scopes; the line itself, for text. */
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** From 1 to 100. */
  readonly score: number;
}

export interface SearchResult {
  readonly root: string;
  readonly query: string;
  /** The best first. */
  readonly hits: readonly SearchHit[];
  /** The total number. */
  readonly found: number;
  readonly problems: readonly ScanProblem[];
}
