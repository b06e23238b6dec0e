/** Printers are pure functions from a tool's result to text for people. The command line writes the text. */
import type { TerminalStyle } from '../terminal-style.ts';

export interface PrintedFile {
  /** Relative paths start at the current folder. */
  readonly path: string;
  readonly text: string;
}

export interface Printer<Result = unknown> {
  /** For stdout; ends in a line break. */
  text(result: Result, style: TerminalStyle): string;
  /** Written before anything is printed, also with `--json`. */
  files(result: Result): readonly PrintedFile[];
}

export const NO_FILES = (): readonly PrintedFile[] => [];
