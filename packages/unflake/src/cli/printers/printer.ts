/** What a printer is: pure functions from a tool's result to what people read. The command line writes what they return. */
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
