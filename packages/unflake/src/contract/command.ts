/** A process to be started, as data, and what came of it. Only the engine spawns; adapters build the first and read the second. */
import type { Ending } from './trial.ts';

export interface Command {
  /** Never passes through a shell. */
  readonly argv: readonly [string, ...string[]];
  /** Differences to the engine's base environment; `null` removes a variable. */
  readonly env: Readonly<Record<string, string | null>>;
  /** Absolute. */
  readonly cwd: string;
  /** Written into the trial's folder before the start: file name there → text. */
  readonly files: Readonly<Record<string, string>>;
  /** Absolute path to which the process's own output is appended instead of being caught: for a runner whose output is its report. */
  readonly stdoutTo?: string;
  /** Absolute paths whose text the adapter wants to read afterwards. */
  readonly reads: readonly string[];
}

export interface RawRun extends Ending {
  /** Bounded: the beginning and the end are kept, and a line says how much was left out. */
  readonly stdout: string;
  readonly stderr: string;
  /** Text of each path in `reads` that existed. */
  readonly files: Readonly<Record<string, string>>;
  readonly ms: number;
}
