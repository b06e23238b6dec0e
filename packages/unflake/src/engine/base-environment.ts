/**
 * The environment that trials start from, in addition to the subject: each trial gets its own copy inside its folder. The tools define what
 * is copied.
 */
import type { TrialFolder } from './folders/trial-folder.ts';
import type { TrialWorkspace } from './trial-workspace.ts';

export interface BaseEnvironment {
  /** Copies the environment into the folder of one trial, with which it is removed. Returns the variables that point to the copy. */
  readonly copyInto: (folder: string) => Promise<Readonly<Record<string, string>>>;
}

/** The workspace of one trial, with the variables of its own copy. */
export async function withEnvironmentCopy(workspace: TrialWorkspace, { path }: TrialFolder): Promise<TrialWorkspace> {
  const { baseEnvironment, extraEnv } = workspace;
  return baseEnvironment === null
    ? workspace
    : { ...workspace, extraEnv: { ...extraEnv, ...(await baseEnvironment.copyInto(path)) } };
}
