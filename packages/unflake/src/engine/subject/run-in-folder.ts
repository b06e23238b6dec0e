/** Runs a command other than a trial (a check, a listing) under the same conditions: private folders, tags, time box. */
import type { Command, RawRun } from '../../contract/command.ts';
import { privateEnvironment } from '../folders/private-environment.ts';
import { runCommand } from '../process/run-command.ts';
import { runTag, trialTag } from '../process/tags.ts';
import { type TrialWorkspace, withEnvironmentCopy } from '../trial-workspace.ts';

export interface RunInFolderOptions {
  readonly timeBoxMs: number;
  readonly signal?: AbortSignal;
}

let counted = 0;

/** `command` may be a function of the folder, because an adapter names files inside it. */
export async function runInFolder(
  command: Command | ((folder: string) => Command),
  workspace: TrialWorkspace,
  options: RunInFolderOptions,
): Promise<RawRun> {
  const folder = workspace.folders.trialFolder();
  try {
    const built = typeof command === 'function' ? command(folder.path) : command;
    const own = privateEnvironment(workspace.baseEnv, folder, workspace.tools);
    // Listing loads test files, which may need the base environment.
    const { extraEnv } = await withEnvironmentCopy(workspace, folder);
    counted += 1;
    return await runCommand(
      { ...built, env: { ...own, ...extraEnv, ...built.env } },
      {
        ...options,
        folder: folder.path,
        tags: [runTag(), `${trialTag(counted)}_ASIDE`],
        baseEnv: workspace.baseEnv,
        outputLimit: workspace.outputLimit,
        outputPlace: workspace.outputPlace,
      },
    );
  } finally {
    await folder.release([]);
  }
}
