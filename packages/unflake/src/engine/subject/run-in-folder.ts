/** Runs a command that is no trial (a check, a listing) under the same conditions as a trial: private folders, tags, time box. */
import type { Command, RawRun } from '../../contract/command.ts';
import { privateEnvironment } from '../folders/private-environment.ts';
import { onGround } from '../ground.ts';
import type { Laboratory } from '../laboratory.ts';
import { runCommand } from '../process/run-command.ts';
import { runTag, trialTag } from '../process/tags.ts';

export interface RunInFolderOptions {
  readonly timeBoxMs: number;
  readonly signal?: AbortSignal;
}

let counted = 0;

/** `command` may be a function of the folder, because an adapter names files inside it. */
export async function runInFolder(
  command: Command | ((folder: string) => Command),
  laboratory: Laboratory,
  options: RunInFolderOptions,
): Promise<RawRun> {
  const folder = laboratory.folders.trialFolder();
  try {
    const built = typeof command === 'function' ? command(folder.path) : command;
    const own = privateEnvironment(laboratory.baseEnv, folder, laboratory.tools);
    // Files of tests are read to list them, and what they do on that occasion may need the ground as well.
    const { extraEnv } = await onGround(laboratory, folder);
    counted += 1;
    return await runCommand(
      { ...built, env: { ...own, ...extraEnv, ...built.env } },
      {
        ...options,
        folder: folder.path,
        tags: [runTag(), `${trialTag(counted)}_ASIDE`],
        baseEnv: laboratory.baseEnv,
        outputLimit: laboratory.outputLimit,
        outputPlace: laboratory.outputPlace,
      },
    );
  } finally {
    await folder.release([]);
  }
}
