/** What `unflake scan` says of one place in the code. */
import type { Cause } from './cause.ts';

export const SEVERITIES = ['note', 'warning', 'error'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Lines and columns count from 1, as editors do; columns in UTF-16 units. */
export interface Place {
  /** Relative to the root, with `/`. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface ReachedTest {
  readonly file: string;
  readonly line: number;
  /** With what it stands in, as the language's runners write it. */
  readonly name: string;
  /** False when some call on every way there may also mean something else. */
  readonly sure: boolean;
}

/** Like a line of a stack trace: in this function, at this line, the next one is called; the last is the place itself. */
export interface ReachStep {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly sure: boolean;
}

/** The tests that reach a place. */
export interface ReachedBy {
  readonly sure: number;
  readonly may: number;
  /** Those that surely reach it first, each part by file and line; not more than a few hundred, while the counts are whole. */
  readonly tests: readonly ReachedTest[];
  /** From the nearest test to the place; empty when no test reaches it. */
  readonly path: readonly ReachStep[];
  /** Calls that might lead here too: of methods by these names, on objects of unknown class, which too many classes have. */
  readonly unresolved: number;
}

export interface ScanFinding extends Place {
  /** `python/wall-clock` */
  readonly rule: string;
  /** Null for a smell, which makes no test flaky by itself: a test without assertions, a hidden retry. */
  readonly cause: Cause | null;
  readonly severity: Severity;
  /** Outside tests a place is only noted; once a test is known to reach it, it is as grave as this. */
  readonly severityIfReached?: Severity;
  readonly message: string;
  /** The code itself, on one line and bounded. */
  readonly code: string;
  /** The innermost test that holds it; null outside tests. */
  readonly test: string | null;
  /** When it was asked for; null for a file that is not in the index. */
  readonly reachedBy?: ReachedBy | null;
}

/** A file that could not be scanned, or only in part: never passed over in silence. */
export interface ScanProblem {
  readonly file: string;
  readonly why: string;
}

/** What the config file keeps out of a scan: told with the reason, never in silence. */
export interface LeftOut {
  readonly pattern: string;
  readonly reason: string;
  /** In languages that we read. */
  readonly files: number;
}

/** A rule as its findings' readers need it. */
export interface ScanRule {
  readonly id: string;
  readonly cause: Cause | null;
  readonly message: string;
  readonly why: string;
  readonly fix: string;
  /** Its page, as a path in our repository. */
  readonly page: string;
}

/** What `--fix` did to a file, or would do. */
export interface FileFix {
  readonly file: string;
  /** Unified, from the root. */
  readonly diff: string;
  readonly fixed: readonly { readonly rule: string; readonly line: number; readonly does: string }[];
}

export interface ScanFixes {
  /** False: shown only. */
  readonly written: boolean;
  readonly files: readonly FileFix[];
  /** Findings with a rewrite that was not made, with why; a file as a whole has no rule. */
  readonly left: readonly {
    readonly file: string;
    readonly line: number | null;
    readonly rule: string | null;
    readonly why: string;
  }[];
}
