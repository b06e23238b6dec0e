/** What a report from CI says about one test: its name in the words of the tool that wrote it, and every execution. */
import type { Outcome } from '../../contract/outcome.ts';
import type { Failure } from '../fingerprint.ts';

export interface ReportedName {
  /** As written: absolute or relative, null if the report does not say. */
  readonly file: string | null;
  /** The class, module or package, as written; empty if there is none. */
  readonly scope: string;
  /** From the outermost group to the test itself; never empty. */
  readonly titles: readonly string[];
}

export interface Execution {
  readonly outcome: Outcome;
  readonly ms: number | null;
  readonly failure?: Failure;
}

export interface ReportedResult {
  readonly name: ReportedName;
  /** In the order in which they ran; several where the tool ran a failed test again. */
  readonly executions: readonly Execution[];
  /** When the report says that it ran, in milliseconds of the epoch. */
  readonly atMs: number | null;
}

/** Why and where a report cannot be read to its end. */
export interface ReportBreak {
  readonly why: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Reads a report piece by piece, in bounded memory. `write` and `end` return null while the report is sound; after a break nothing more is
 * read. What was passed on before a break is not to be kept: only `end` knows that a report is whole.
 */
export interface ResultReader {
  readonly write: (text: string) => ReportBreak | null;
  readonly end: () => ReportBreak | null;
}

export type OnResult = (result: ReportedResult) => void;
