/** What runs beside a trial to disturb it: copies of its own command, or processes that only compute. Ended with the trial. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from '../../contract/command.ts';
import type { Effect } from '../../contract/knob.ts';
import type { TrialFolder } from '../folders/trial-folder.ts';
import type { Laboratory } from '../laboratory.ts';
import type { LaunchOptions } from '../launchers/launcher.ts';

export interface Beside {
  /** Resolves when a copy is at its first test, so that the trial meets it there however fast the trial itself starts. */
  readonly begun: Promise<void>;
  /** Resolves when none of them is left. */
  readonly end: () => Promise<void>;
}

const NOBODY: Beside = { begun: Promise.resolve(), end: async () => {} };

/** For a copy that comes to no test. */
const LONGEST_WAIT_MS = 5_000;
const LOOK_EVERY_MS = 20;

/** Whether a run in this folder has begun a test, by what it has written so far. */
export type IsAtTest = (command: Command, folder: TrialFolder) => boolean;

/** `commandIn` builds the trial's command for another folder; `options` are those of the trial itself. */
export function runBeside(
  effect: Effect,
  { commandIn, isAtTest }: { commandIn: (folder: TrialFolder) => Command; isAtTest: IsAtTest },
  laboratory: Laboratory,
  options: LaunchOptions,
): Beside {
  const copies = Array.from({ length: (effect.copies ?? 1) - 1 }, () => commandIn);
  const busy = Array.from({ length: effect.busy ?? 0 }, () => computing);
  if (copies.length + busy.length === 0) return NOBODY;
  const ending = new AbortController();
  const copied: { readonly command: Command; readonly folder: TrialFolder }[] = [];
  const runOnce = async (build: (folder: TrialFolder) => Command, at: number) => {
    const folder = laboratory.folders.trialFolder();
    try {
      const tags: LaunchOptions['tags'] = [options.tags[0], `${options.tags.at(-1)}_BESIDE_${at}`];
      const run = { ...options, folder: folder.path, tags, signal: ending.signal };
      const command = build(folder);
      if (build === commandIn) copied.push({ command, folder });
      await laboratory.launcher.launch(command, run);
    } finally {
      await folder.release([]);
    }
  };
  const runs = [...copies, ...busy].map(async (build, at) => {
    // Again and again: the trial may start later than a copy ends.
    while (!ending.signal.aborted) await runOnce(build, at);
  });
  return {
    begun:
      copies.length === 0
        ? Promise.resolve()
        : untilAtTest(() => copied.some(({ command, folder }) => isAtTest(command, folder)), runs),
    async end() {
      ending.abort();
      // Being ended is how they end, and what they did is nobody's result.
      await Promise.allSettled(runs);
    },
  };
}

async function untilAtTest(isAtTest: () => boolean, runs: readonly Promise<void>[]): Promise<void> {
  let isOver = false;
  // One that cannot be run is told by the trial, which is the same command.
  void Promise.race(runs)
    .catch(() => {})
    .then(() => {
      isOver = true;
    });
  const deadline = performance.now() + LONGEST_WAIT_MS;
  while (!isOver && !isAtTest() && performance.now() < deadline) await pause(LOOK_EVERY_MS);
}

function computing({ path }: TrialFolder): Command {
  return { argv: ['sh', '-c', 'while :; do :; done'], env: {}, cwd: path, files: {}, reads: [] };
}
