/** The interface between a command and a run. Faster launchers must agree with `cold`. */
import type { Command, RawRun } from '../../contract/command.ts';
import type { Effect } from '../../contract/knob.ts';
import type { Trial } from '../../contract/trial.ts';
import type { TrialFolder } from '../folders/trial-folder.ts';
import type { CommandOptions } from '../process/run-command.ts';
import type { Subject } from '../subject/subject.ts';

export type LaunchOptions = CommandOptions;

export interface Launcher {
  readonly name: string;
  /** What survives from one run to the next. A plan may demand less. */
  readonly keeps: 'nothing' | 'built-programs' | 'third-party-code' | 'collected-tests';
  /** Variables that it gives to a trial without a reservation, unless the config file or a condition sets them. */
  readonly variables?: (trial: Trial) => Readonly<Record<string, string>>;
  /** For a launcher that changes to built programs during a case: the subject as this trial runs it. Asked after `reserve`. */
  readonly subjectFor?: (trial: Trial) => Subject;
  readonly launch: (command: Command, options: LaunchOptions) => Promise<RawRun>;
  /** For a launcher that starts processes ahead: the reserved process for this trial, or null without one. */
  readonly reserve?: (trial: Trial, effect: Effect, signal?: AbortSignal) => Promise<Reservation | null>;
}

export interface Reservation {
  readonly folder: TrialFolder;
  readonly tags: CommandOptions['tags'];
  /** Those that the reserved process has been given. */
  readonly variables: Readonly<Record<string, string>>;
}
