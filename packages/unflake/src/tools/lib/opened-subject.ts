/** What is asked about a subject, and what is opened for it. */
import type { UnflakeError } from '../../contract/faults.ts';
import type { BaseEnvironment } from '../../engine/base-environment.ts';
import type { Subject } from '../../engine/subject/subject.ts';
import type { TrialWorkspace } from '../../engine/trial-workspace.ts';
import type { Config } from './config.ts';

export interface SubjectRequest {
  readonly root?: string | undefined;
  readonly config?: string | undefined;
  /** Caches lie beside it. */
  readonly store?: string | undefined;
  readonly runner?: string | undefined;
  /** Of the runner, relative to the root, where it is known already. */
  readonly folder?: string | undefined;
  /** The command of the `command` runner, from behind `--`. */
  readonly rest?: readonly string[] | undefined;
  readonly isolateFs?: boolean | undefined;
  /** What each trial gets a copy of. */
  readonly baseEnvironment?: BaseEnvironment | null | undefined;
  /** The test that is meant: where a project has several runners, the one that has it is taken. */
  readonly test?: string | undefined;
  /** Files and folders, from the working directory, whose suite is meant: where a project has several packages, theirs is taken. None: nothing is meant to run, so any suite will do. */
  readonly near?: readonly string[] | undefined;
  /** Called when the runner has been asked for its tests, which takes it longest: time to load what is needed next. */
  readonly meanwhile?: (() => void) | undefined;
  /** How long listing the tests may take, by the settings of the project. */
  readonly listWithinMs?: ((config: Config) => number) | undefined;
}

export interface OpenedSubject {
  readonly subject: Subject;
  readonly workspace: TrialWorkspace;
  readonly config: Config;
  /** Files that did not collect beside others that did. */
  readonly problems: readonly string[];
  /** Relative folder of the runner inside the root. */
  readonly folder: string;
}

export interface SuiteOpened {
  readonly runner: string;
  readonly folder: string;
  /** Closed again when the next one is asked for. */
  readonly opened: OpenedSubject | null;
  readonly fault: UnflakeError | null;
}
