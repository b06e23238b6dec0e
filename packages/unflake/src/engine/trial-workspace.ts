/**
 * What all trials of one run share: its folder, inherited variables, the base environment, the launcher. Opened once, closed at the end.
 */

import { type CpuTimes, cpuTimes } from '../proc/cpu-times.ts';
import type { BaseEnvironment } from './base-environment.ts';
import { outputPlace } from './folders/output-place.ts';
import { toolPlaces } from './folders/private-environment.ts';
import { openRunFolder, type RunFolder } from './folders/run-folder.ts';
import type { TrialFolder } from './folders/trial-folder.ts';
import { cold } from './launchers/cold.ts';
import type { Launcher } from './launchers/launcher.ts';
import { type Environment, inheritableVariables } from './process/inheritable-variables.ts';

export interface TrialWorkspaceOptions {
  /** The caller's environment; scrubbed before use. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Added for every trial, as in the config file; `null` removes. */
  readonly extraEnv?: Readonly<Record<string, string | null>>;
  /** Default: `cold`. */
  readonly launcher?: Launcher;
  /** `copy` gives each trial its own copy of the subject. Default: `shared`. */
  readonly subjectFiles?: 'shared' | 'copy';
  /** The environment that each trial gets a copy of. Default: none. */
  readonly baseEnvironment?: BaseEnvironment | null;
  /** Bytes kept of each output stream of a trial. Default: 256 kB. */
  readonly outputLimit?: number;
  /** Where trial folders are made. Default: UNFLAKE_TMP of `env`, else the folder of temporary files. */
  readonly place?: string;
  /** Default: those of this machine. */
  readonly cpuTimes?: () => CpuTimes | undefined;
}

export interface TrialWorkspace {
  readonly baseEnv: Environment;
  readonly extraEnv: Readonly<Record<string, string | null>>;
  /** Where the tools of the real home are. */
  readonly tools: Readonly<Record<string, string>>;
  readonly folders: RunFolder;
  readonly launcher: Launcher;
  readonly subjectFiles: 'shared' | 'copy';
  readonly baseEnvironment: BaseEnvironment | null;
  readonly outputLimit: number;
  /** Where output is captured. */
  readonly outputPlace: string;
  /** Read before and after each trial. */
  readonly cpuTimes: () => CpuTimes | undefined;
  /** Removes the run's folder. No trial may be running. */
  readonly close: () => Promise<void>;
}

const OUTPUT_LIMIT = 256 * 1024;

export function openWorkspace(options: TrialWorkspaceOptions): TrialWorkspace {
  const baseEnv = inheritableVariables(options.env);
  const folders = openRunFolder(options.place ?? options.env.UNFLAKE_TMP);
  return {
    baseEnv,
    extraEnv: options.extraEnv ?? {},
    tools: toolPlaces(baseEnv),
    folders,
    launcher: options.launcher ?? cold,
    subjectFiles: options.subjectFiles ?? 'shared',
    baseEnvironment: options.baseEnvironment ?? null,
    outputLimit: options.outputLimit ?? OUTPUT_LIMIT,
    outputPlace: outputPlace(folders.path),
    cpuTimes: options.cpuTimes ?? cpuTimes,
    close: () => folders.remove(),
  };
}

/** The workspace of one trial, with the variables of its own copy. */
export async function withEnvironmentCopy(workspace: TrialWorkspace, { path }: TrialFolder): Promise<TrialWorkspace> {
  const { baseEnvironment, extraEnv } = workspace;
  return baseEnvironment === null
    ? workspace
    : { ...workspace, extraEnv: { ...extraEnv, ...(await baseEnvironment.copyInto(path)) } };
}

/** With variables that the config file may override. */
export function withVariables(workspace: TrialWorkspace, variables: Readonly<Record<string, string>>): TrialWorkspace {
  return { ...workspace, extraEnv: { ...variables, ...workspace.extraEnv } };
}
