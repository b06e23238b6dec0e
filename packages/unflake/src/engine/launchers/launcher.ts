/** The seam between a command and a run. Faster ways of getting a run stand beside `cold` and must agree with it. */
import type { Command, RawRun } from '../../contract/command.ts';
import type { RunOptions } from '../process/run-command.ts';

export type LaunchOptions = RunOptions;

export interface Launcher {
  readonly name: string;
  /** What survives from one run to the next. A plan may demand less. */
  readonly keeps: 'nothing' | 'built-programs' | 'third-party-code' | 'collected-tests';
  readonly launch: (command: Command, options: LaunchOptions) => Promise<RawRun>;
}
