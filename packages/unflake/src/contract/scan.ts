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

export interface ScanFinding extends Place {
  /** `python/wall-clock` */
  readonly rule: string;
  readonly cause: Cause;
  readonly severity: Severity;
  readonly message: string;
  /** The code itself, on one line and bounded. */
  readonly code: string;
  /** The innermost test that holds it; null outside tests. */
  readonly test: string | null;
}

/** A file that could not be scanned, or only in part: never passed over in silence. */
export interface ScanProblem {
  readonly file: string;
  readonly why: string;
}
