/** Runs one command to its end: starts it, watches its time box and the caller's signal, ends its whole tree, and reads what it left. */

import { closeSync, openSync } from 'node:fs';
import type { Command, RawRun } from '../../contract/command.ts';
import { readLeftFiles, writeCommandFiles } from './command-files.ts';
import { startDutyCycle } from './duty-cycle.ts';
import { askTreeToEnd, endAllButLeader, endTree, leads, type Tree } from './end-tree.ts';
import { type HangWatch, watchForHang } from './hang-watch.ts';
import { type Environment, withDifference } from './inheritable-variables.ts';
import { watchedByKeeper } from './keeper.ts';
import { openOutputFile } from './output-file.ts';
import type { Gate, ProcessExit, StartMode, StartProcess } from './start-process.ts';
import { openStarter, type Starter } from './starter.ts';

export interface CommandOptions {
  /** Private to this run; the command's files and its output go there. Must exist. */
  readonly folder: string;
  /** Where its output is caught, in files without a name; `folder` when not given. */
  readonly outputPlace?: string;
  /** The command is killed with all its processes after this long. */
  readonly timeBoxMs: number;
  /** Ends the command earlier, as by the time box, when it hangs. */
  readonly hang?: HangWatch;
  /** Variables by which its processes are known; the last belongs to this run alone. */
  readonly tags: readonly [string, ...string[]];
  readonly baseEnv: Environment;
  /** Bytes kept of each output stream. */
  readonly outputLimit: number;
  /** CPU share of its processes, above 0 and at most 1. */
  readonly cpuShare?: number;
  /** Share of the first running phase that is left, above 0 and at most 1; all of it by default. */
  readonly cpuPhase?: number;
  /** Inherited file descriptors: locks, which then last as long as any of its processes. */
  readonly inheritedFds?: readonly number[];
  /** Who starts its process; the shared starter when not given. */
  readonly start?: StartProcess;
  /** Is given what the command writes while it runs, in pieces. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', bytes: Buffer) => void;
  /** On abort, everything is killed and the promise rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** Between SIGTERM and SIGKILL: enough for a runner to write its report, too short to matter compared with a time box. */
const GRACE_MS = 500;
const TRIM_EVERY_MS = 100;
/** A longer timeout would fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

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
        const watch = watchOver(watched, tree, trim);
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

/** Timers and signals of a run. `finish` stops watching and returns whether the time limit was reached the run. */
function watchOver(options: CommandOptions, tree: () => Tree, trim: () => void): { finish: () => boolean } {
  let timedOut = false;
  let force: NodeJS.Timeout | undefined;
  const stopCycle = startDutyCycle(options.cpuShare ?? 1, options.cpuPhase ?? 1, tree);

  function end(): void {
    stopCycle();
    stopHangWatch();
    clearTimeout(box);
    askTreeToEnd(tree());
    force ??= setTimeout(() => void endTree(tree()), GRACE_MS);
  }

  function endInTime(): void {
    timedOut = true;
    end();
  }

  const box = setTimeout(endInTime, Math.min(options.timeBoxMs, MAX_TIMER_MS));
  const stopHangWatch = options.hang === undefined ? () => {} : watchForHang(options.hang, endInTime);
  const trimming = setInterval(trim, TRIM_EVERY_MS);
  options.signal?.addEventListener('abort', end);
  // It may have fired while the process was being started.
  if (options.signal?.aborted) end();

  return {
    finish() {
      stopCycle();
      stopHangWatch();
      clearTimeout(box);
      clearTimeout(force);
      clearInterval(trimming);
      options.signal?.removeEventListener('abort', end);
      return timedOut;
    },
  };
}

/** Starts a process in the way that costs least here: by the starter that all trials of this unflake share. */
let starter: Starter | undefined;

export const startProgram: StartProcess = (command, env, descriptors, runs) => {
  starter ??= openStarter();
  return starter.start(command, env, descriptors, runs);
};
