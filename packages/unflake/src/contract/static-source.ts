/** A source of nondeterminism that a scan found on the way of a test: evidence from the code alone, before anything has run. */
import type { Cause } from './cause.ts';
import type { Severity } from './scan.ts';

export interface StaticSource {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly cause: Cause;
  readonly severity: Severity;
  readonly message: string;
  /** The code itself, on one line and bounded; absent in older cases. */
  readonly code?: string;
}
