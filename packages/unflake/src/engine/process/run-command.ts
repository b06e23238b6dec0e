/** Runs one command to its end: starts it, watches its time box and the caller's signal, ends its whole tree, and reads what it left. */

import { closeSync, openSync } from 'node:fs';
import type { Command, RawRun } from '../../contract/command.ts';
import { readLeftFiles, writeCommandFiles } from './command-files.ts';
import { endAllButLeader, endTree, leads, type Tree } from './end-tree.ts';
import { type Environment, withDifference } from './inheritable-variables.ts';
import { watchedByKeeper } from './keeper.ts';
import { openOutputFile } from './output-file.ts';
import type { Gate, ProcessExit, StartMode, StartProcess } from './start-process.ts';
import { openStarter, type Starter } from './starter.ts';
import { type WatchedRun, watchRun } from './watch-run.ts';

export interface CommandOptions extends WatchedRun {
  /** Private to this run; the command's files and its output go there. Must exist. */
  readonly folder: string;
  /** Where its output is caught, in files without a name; `folder` when not given. */
  readonly outputPlace?: string;
  /** Variables by which its processes are known; the last belongs to this run alone. */
  readonly tags: readonly [string, ...string[]];
  readonly baseEnv: Environment;
  /** Bytes kept of each output stream. */
  readonly outputLimit: number;
  /** Inherited file descriptors: locks, which then last as long as any of its processes. */
  readonly inheritedFds?: readonly number[];
  /** Who starts its process; the shared starter when not given. */
  readonly start?: StartProcess;
  /** Is given what the command writes while it runs, in pieces. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', bytes: Buffer) => void;
}

export async function runCommand(command: Command, options: CommandOptions): Promise<RawRun> {
  options.signal?.throwIfAborted();
  writeCommandFiles(options.folder, command.files);
  const pending = await beginCommand(command, options, 'immediately');
  return (await pending.finish(command.reads, options)).run;
}

/** A started process. Call `finish` or `discard` once; after a run with `back` it is ready again. */
export interface PendingProcess {
  readonly pid: number;
  readonly gate: Gate | null;
  /**
   * Watches the process and resolves when the command has ended with all its processes. If the process returns for reuse (`returns`, with
   * how its trial ended), it is all that is left.
   */
  readonly finish: (
    reads: readonly string[],
    options: CommandOptions,
    returns?: Promise<ProcessExit>,
  ) => Promise<CommandEnd>;
  /** Kills the process and discards its results. */
  readonly discard: () => Promise<void>;
}

export interface CommandEnd {
  readonly run: RawRun;
  /** True if the process waits for another trial. */
  readonly back: boolean;
}

/** Unless it runs immediately, the process waits for `resume`, and its files need not exist before that. */
export async function beginCommand(
  command: Command,
  options: Pick<
    CommandOptions,
    'folder' | 'outputPlace' | 'outputLimit' | 'tags' | 'baseEnv' | 'inheritedFds' | 'start' | 'onOutput'
  >,
  runs: StartMode,
): Promise<PendingProcess> {
  const { outputPlace = options.folder, outputLimit, start = startProgram, onOutput } = options;
  const stdout = openOutputFile(outputPlace, outputLimit);
  const stderr = openOutputFile(outputPlace, outputLimit);
  const ownPlace = command.stdoutTo === undefined ? undefined : openSync(command.stdoutTo, 'a', 0o600);
  const { release } = watchedByKeeper();
  const close = () => {
    release();
    if (ownPlace !== undefined) closeSync(ownPlace);
    stdout.close();
    stderr.close();
  };
  const bornAt = performance.now();
  const descriptors = {
    outputs: [ownPlace ?? stdout.fd, stderr.fd],
    inheritedFds: options.inheritedFds ?? [],
  } as const;
  const started = await start(command, environment(command, options), descriptors, runs).catch((reason) => {
    close();
    throw reason;
  });
  leads(started.pid, started.exited);
  const tree = (): Tree => ({
    leader: started.pid,
    tag: options.tags.at(-1)!,
    outputs: [stdout.shownAs, stderr.shownAs],
    ageMs: performance.now() - bornAt,
    guard: started,
  });
  const passOn = () => {
    if (onOutput === undefined) return;
    for (const [stream, file] of [
      ['stdout', stdout],
      ['stderr', stderr],
    ] as const) {
      const bytes = file.readNew();
      if (bytes.length > 0) onOutput(stream, bytes);
    }
  };
  const trim = () => {
    passOn();
    stdout.trim();
    stderr.trim();
  };
  return {
    pid: started.pid,
    gate: started.gate,
    async finish(reads, watched, returns) {
      let back = false;
      try {
        const startedAt = runs === 'immediately' ? bornAt : performance.now();
        const watch = watchRun(watched, tree, trim);
        const returned = returns?.then((ending) => ({ ...ending, came: true }));
        const ended = started.exited.then((ending) => ({ ...ending, came: false }));
        const { code, signal: endedBy, came } = await Promise.race([ended, returned ?? ended]);
        const ms = performance.now() - startedAt;
        const timedOut = watch.finish();
        const isCancelled = () => watched.signal?.aborted === true;
        // A process that returned too late was already told to end.
        const returnedInTime = came && !timedOut && !isCancelled();
        if (returnedInTime) await endAllButLeader(tree(), { helpers: runs !== 'serving' });
        // Nobody takes back the process of a run that was cancelled meanwhile.
        const stays = returnedInTime && !isCancelled();
        if (!stays) await endTree(tree());
        watched.signal?.throwIfAborted();
        passOn();
        const files = readLeftFiles(reads);
        const run = { code, signal: endedBy, timedOut, stdout: stdout.finish(), stderr: stderr.finish(), files, ms };
        back = stays;
        return { run, back };
      } finally {
        if (back) {
          stdout.empty();
          stderr.empty();
        } else close();
      }
    },
    async discard() {
      await endTree(tree()).finally(close);
      await started.exited;
    },
  };
}

function environment(command: Command, { baseEnv, tags }: Pick<CommandOptions, 'baseEnv' | 'tags'>): Environment {
  const marks = Object.fromEntries(tags.map((tag) => [tag, '1']));
  // A shell would keep PWD consistent with the folder; some programs rely on it.
  return withDifference(baseEnv, { PWD: command.cwd }, command.env, marks);
}

/** Starts a process in the way that costs least here: by the starter that all trials of this unflake share. */
let starter: Starter | undefined;

export const startProgram: StartProcess = (command, env, descriptors, runs) => {
  starter ??= openStarter();
  return starter.start(command, env, descriptors, runs);
};
