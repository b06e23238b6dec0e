/** What trials start from beside the subject: each gets a copy of its own, inside its folder. What is copied, and how, the tools know. */
import type { TrialFolder } from './folders/trial-folder.ts';
import type { TrialWorkspace } from './trial-workspace.ts';

export interface BaseEnvironment {
  /** Makes a copy in a folder that belongs to one trial, with which it goes; the variables that lead there. */
  readonly copyInto: (folder: string) => Promise<Readonly<Record<string, string>>>;
}

/** The workspace as one trial sees it: with the variables of its own copy. */
export async function withEnvironmentCopy(workspace: TrialWorkspace, { path }: TrialFolder): Promise<TrialWorkspace> {
  const { baseEnvironment, extraEnv } = workspace;
  return baseEnvironment === null
    ? workspace
    : { ...workspace, extraEnv: { ...extraEnv, ...(await baseEnvironment.copyInto(path)) } };
}
