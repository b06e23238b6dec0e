/**
 * Starts the processes of the next trials while the current trial runs. Each loads the runner and pauses before it reads the project or its
 * selection. Every trial still has a new process with the environment, folder and tags that it would have anyway; only the wait for the
 * runner's start-up is gone. If the runner itself runs no tests, its process can be reused for the next trial. A trial under a condition
 * starts cold.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Command, RawRun } from '../../contract/command.ts';
import { isFault } from '../../contract/faults.ts';
import type { Effect } from '../../contract/knob.ts';
import type { Trial } from '../../contract/trial.ts';
import type { TrialFolder } from '../folders/trial-folder.ts';
import { applyEffect } from '../knobs/apply-effect.ts';
import { writeCommandFiles } from '../process/command-files.ts';
import { beginCommand, type PendingProcess, runCommand } from '../process/run-command.ts';
import type { Gate } from '../process/start-process.ts';
import { runTag, trialTag } from '../process/tags.ts';
import { contextOf, type Subject } from '../subject/subject.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import type { Launcher, LaunchOptions, Reservation } from './launcher.ts';

interface Waiting extends Reservation {
  readonly command: Command;
  readonly pending: PendingProcess;
  readonly gate: Gate;
  /** Trials that it has run. */
  served: number;
}

export interface Standby extends Launcher {
  readonly reserve: NonNullable<Launcher['reserve']>;
  /** Whether processes are reused from now on. Initially false. */
  readonly setReuse: (asked: boolean) => void;
  /** Ends the processes that wait. No trial may be running. */
  readonly close: () => Promise<void>;
}

/** Processes kept ahead: a long trial leaves time for this many starts, which short ones then use. More would only fill memory. */
export const AHEAD = 3;
/** The memory of a runner grows; its start-up is a small part of this many trials. */
const MAX_SERVED = 50;

let prepared = 0;

/** `ahead`: how many processes wait; with 0, each starts when its trial comes. */
export function openStandby(subject: Subject, workspace: TrialWorkspace, ahead = AHEAD): Standby {
  const queue: Promise<Waiting | null>[] = [];
  let allWait: Promise<unknown> = Promise.resolve();
  const reserved = new Map<string, Waiting>();
  /** Processes that finished a trial whose folder is not released yet. */
  const returned = new Set<Waiting>();
  let asked = false;
  let closed = false;
  /** Whether the last process that should return did. */
  let willReturn = true;

  /** One process starts up at a time, because at most one core is free for it. */
  function startAnother(): void {
    const one = (ahead === 0 ? Promise.resolve() : allWait).then(() => (closed ? null : begin(subject, workspace)));
    queue.push(one);
    allWait = Promise.all([allWait, one.then((waiting) => waiting?.gate.reached)]);
  }

  /** The process that returned last, else the one that waited longest. Starts a replacement unless it will return. */
  async function take(): Promise<Waiting | null> {
    if (queue.length === 0) startAnother();
    const first = queue.shift()!;
    if (ahead > 0 && !(asked && willReturn)) startAnother();
    const one = await first;
    if (one === null || ((await one.gate.reached) && !one.gate.isOver())) return one;
    await discard(one);
    return null;
  }

  async function reserve(trial: Trial, effect: Effect): Promise<Reservation | null> {
    if (trial.exclusive) {
      // An exclusive trial measures time: nothing may start up in parallel.
      await allWait;
      return null;
    }
    if (!mayServe(trial, effect)) return null;
    const waiting = await take();
    if (waiting === null) return null;
    reserved.set(waiting.folder.path, waiting);
    return { tags: waiting.tags, folder: { ...waiting.folder, release: (written) => release(waiting, written) } };
  }

  async function release(waiting: Waiting, written: readonly string[]): Promise<void> {
    if (!returned.has(waiting)) return waiting.folder.release(written);
    const renewed = await waiting.folder.renew(written);
    returned.delete(waiting);
    if (renewed) queue.unshift(Promise.resolve(waiting));
    else await discard(waiting);
  }

  async function launch(command: Command, options: LaunchOptions): Promise<RawRun> {
    const waiting = reserved.get(options.folder);
    reserved.delete(options.folder);
    if (waiting === undefined) return runCommand(command, options);
    if (options.signal?.aborted || !isSame(command, waiting.command)) return runOther(waiting, command, options);
    writeCommandFiles(options.folder, command.files);
    waiting.served += 1;
    const again = asked && waiting.served < MAX_SERVED;
    const returns = waiting.gate.resume({ reuse: again });
    const { run, back } = await waiting.pending.finish(command.reads, options, returns);
    if (back) returned.add(waiting);
    // If it never returns, the next ones are started ahead.
    if (again) willReturn = back || run.timedOut;
    return run;
  }

  /** The command differs from the prepared one. A reusable process keeps waiting and must not be taken for part of it. */
  async function runOther(waiting: Waiting, command: Command, options: LaunchOptions): Promise<RawRun> {
    if (asked && options.signal?.aborted !== true) {
      returned.add(waiting);
      return runCommand(command, { ...options, tags: [...options.tags, `${options.tags.at(-1)}_BESIDE`] });
    }
    await waiting.pending.discard();
    return runCommand(command, options);
  }

  for (let count = 0; count < ahead; count += 1) startAnother();
  return {
    name: 'standby',
    get keeps() {
      return asked ? 'third-party-code' : 'nothing';
    },
    launch,
    reserve,
    setReuse(wanted) {
      asked = wanted;
    },
    async close() {
      closed = true;
      // In order: a process that is still starting blocks the next, which then never starts.
      for (const one of [...queue.splice(0), ...reserved.values(), ...returned]) {
        const waiting = await one;
        if (waiting) await discard(waiting);
      }
    },
  };
}

/** Variables, limits and preloads must be set at start-up; a plain command runs as printed. */
export function mayServe({ mode, exclusive }: Trial, effect: Effect): boolean {
  return mode === 'probe' && !exclusive && Object.keys(effect).length === 0;
}

/** Null if it cannot be started; the cold start of the trial then reports why. */
async function begin(subject: Subject, workspace: TrialWorkspace): Promise<Waiting | null> {
  const folder = workspace.folders.trialFolder();
  const request = { tests: [], suite: subject.suite, repeat: 1, conditions: {}, seed: 0 };
  const built = subject.adapter.command(request, contextOf(subject, folder.path));
  const command = applyEffect(built, folder, workspace, {});
  prepared += 1;
  const tags = [runTag(), `${trialTag(prepared)}_AHEAD`] as const;
  const { baseEnv, outputLimit, outputPlace } = workspace;
  const options = { folder: folder.path, tags, baseEnv, outputLimit, outputPlace };
  try {
    const pending = await beginCommand(command, options, 'paused');
    return { folder, tags, command, pending, gate: pending.gate!, served: 0 };
  } catch (error) {
    if (!isFault(error)) throw error;
    await folder.release([]);
    return null;
  }
}

async function discard({
  pending,
  folder,
}: {
  readonly pending: PendingProcess;
  readonly folder: TrialFolder;
}): Promise<void> {
  await pending.discard();
  await folder.release([]);
}

/** Everything except the files, which are written when the process resumes. */
function isSame({ files: _one, ...command }: Command, { files: _other, ...waiting }: Command): boolean {
  return isDeepStrictEqual(command, waiting);
}
