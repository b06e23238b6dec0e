/** Starts background load for a trial: copies of its own command, or processes that only compute. Ended with the trial. */
import type { Command } from '../../contract/command.ts';
import type { Effect } from '../../contract/knob.ts';
import type { TrialFolder } from '../folders/trial-folder.ts';
import type { LaunchOptions } from '../launchers/launcher.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';

export interface Beside {
  /** Resolves when none of them is left. */
  readonly end: () => Promise<void>;
}

const NOBODY: Beside = { end: async () => {} };

/** `commandIn` builds the trial's command for another folder; `options` are those of the trial itself. */
export function startBackgroundLoad(
  effect: Effect,
  commandIn: (folder: TrialFolder) => Command,
  workspace: TrialWorkspace,
  options: LaunchOptions,
): Beside {
  const copies = Array.from({ length: (effect.copies ?? 1) - 1 }, () => commandIn);
  const busy = Array.from({ length: effect.busy ?? 0 }, () => computing);
  if (copies.length + busy.length === 0) return NOBODY;
  const ending = new AbortController();
  const runs = [...copies, ...busy].map(async (build, at) => {
    const folder = workspace.folders.trialFolder();
    try {
      const tags: LaunchOptions['tags'] = [options.tags[0], `${options.tags.at(-1)}_BESIDE_${at}`];
      const run = { ...options, folder: folder.path, tags, signal: ending.signal };
      await workspace.launcher.launch(build(folder), run);
    } finally {
      await folder.release([]);
    }
  });
  return {
    async end() {
      ending.abort();
      // They are always killed, and their results are ignored.
      await Promise.allSettled(runs);
    },
  };
}

function computing({ path }: TrialFolder): Command {
  return { argv: ['sh', '-c', 'while :; do :; done'], env: {}, cwd: path, files: {}, reads: [] };
}
