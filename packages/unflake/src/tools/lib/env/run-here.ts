/**
 * Runs a command as the caller would, with the caller's environment; but with a time limit, and killed together with everything that it
 * started.
 */
import type { Command, RawRun } from '../../../contract/command.ts';
import { type CommandOptions, runCommand } from '../../../engine/process/run-command.ts';
import { runTag, trialTag } from '../../../engine/process/tags.ts';
import type { TrialWorkspace } from '../../../engine/trial-workspace.ts';
import type { ToolContext } from '../tool.ts';

export interface Surroundings {
  readonly workspace: TrialWorkspace;
  readonly context: Pick<ToolContext, 'env' | 'signal'>;
  readonly timeBoxMs: number;
  /** Inherited file descriptors of lock files. */
  readonly inheritedFds: readonly number[];
  readonly onOutput?: CommandOptions['onOutput'];
}

const OUTPUT_LIMIT = 256 * 1024;
/** Separate from the numbers of trials, for process tags. */
let started = 1_000_000;

export async function runHere(
  command: Command,
  { workspace, context, timeBoxMs, inheritedFds, onOutput }: Surroundings,
): Promise<RawRun> {
  const folder = workspace.folders.trialFolder();
  started += 1;
  try {
    return await runCommand(command, {
      folder: folder.path,
      outputPlace: workspace.outputPlace,
      timeBoxMs,
      tags: [runTag(), trialTag(started)],
      baseEnv: present(context.env),
      outputLimit: OUTPUT_LIMIT,
      inheritedFds,
      ...(onOutput === undefined ? {} : { onOutput }),
      signal: context.signal,
    });
  } finally {
    await folder.release([]);
  }
}

function present(env: ToolContext['env']): Readonly<Record<string, string>> {
  const set = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(set);
}
