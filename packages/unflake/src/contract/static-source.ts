/** A source of nondeterminism that a scan found on the way of a test: evidence from the code alone, before anything has run. */
import type { Cause } from './cause.ts';
import type { Severity } from './scan.ts';

export interface ReachedSource {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly cause: Cause;
}

export interface StaticSource extends ReachedSource {
  readonly severity: Severity;
  readonly message: string;
  /** The code itself, on one line and bounded; absent in older cases. */
  readonly code?: string;
}
