/** A rule about a suite of layered tests: as data, like the rules of `scan`, but it sees all files of the suite at once. */
import type { Cause } from '../../contract/cause.ts';
import type { Severity } from '../../contract/scan.ts';
import type { Node } from '../syntax/parser.ts';
import type { SuiteFile, SuiteText } from './suite.ts';

export interface FlaggedLine {
  readonly file: SuiteFile;
  /** Null for the file as a whole. */
  readonly node: Node | null;
  /** What is there, when the rule's own message does not name it. */
  readonly message?: string;
}

export interface SuiteRule {
  readonly id: `env/${string}`;
  readonly cause: Cause;
  readonly severity: Severity;
  readonly message: string;
  /** What goes wrong otherwise. */
  readonly why: string;
  readonly fix: string;
  readonly check: (files: readonly SuiteFile[]) => readonly FlaggedLine[];
  /** Suites that are flagged at least once, and look-alikes that are not. */
  readonly flags: readonly (readonly SuiteText[])[];
  readonly allows: readonly (readonly SuiteText[])[];
}

/** Asks each file by itself. */
export const eachFile =
  (ask: (file: SuiteFile, files: readonly SuiteFile[]) => readonly (FlaggedLine | null)[]): SuiteRule['check'] =>
  (files) =>
    files.flatMap((file) => ask(file, files).filter((flagged) => flagged !== null));
