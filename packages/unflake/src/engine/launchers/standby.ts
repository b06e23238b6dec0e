/**
 * Starts the processes of the next trials while the current trial runs. Each loads the runner and pauses before it reads the project or its
 * selection. Every trial still has a new process with the environment, folder and tags that it would have anyway; only the wait for the
 * runner's start-up is gone. If the runner itself runs no tests, its process can be reused for the next trial. A trial under a condition
 * starts cold.
 */
import type { Command, RawRun } from '../../contract/command.ts';
import type { Effect } from '../../contract/knob.ts';
import type { Trial } from '../../contract/trial.ts';
import { writeCommandFiles } from '../process/command-files.ts';
import { runCommand } from '../process/run-command.ts';
import type { Subject } from '../subject/subject.ts';
import { timedPart } from '../timed-part.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import type { Launcher, LaunchOptions, Reservation } from './launcher.ts';
import { discard, isSame, type PausedProcess, pauseProcess } from './paused-process.ts';

export interface Standby extends Launcher {
  readonly reserve: NonNullable<Launcher['reserve']>;
  /** Whether processes are reused from now on. Initially false. */
  readonly setReuse: (asked: boolean) => void;
  /** Starts those that are to wait, where that was put off. */
  readonly fill: () => void;
  /** Ends the processes that wait and starts no others. Trials may be running. */
  readonly retire: () => Promise<void>;
  /** Ends all processes. No trial may be running. */
  readonly close: () => Promise<void>;
}

/** Processes kept ahead: a long trial leaves time for this many starts, which short ones then use. More would only fill memory. */
export const AHEAD = 3;
/** The memory of a runner grows; its start-up is a small part of this many trials. */
const MAX_SERVED = 50;

export interface StandbyOptions {
  /** The variables of the next process. */
  readonly draw?: () => Readonly<Record<string, string>>;
  /** Nothing is started ahead before `fill`. */
  readonly later?: boolean;
}

/** `ahead`: how many processes wait; with 0, each starts when its trial comes. */
export function openStandby(
  subject: Subject,
  workspace: TrialWorkspace,
  ahead = AHEAD,
  { draw = () => ({}), later = false }: StandbyOptions = {},
): Standby {
  const queue: Promise<PausedProcess | null>[] = [];
  let allWait: Promise<unknown> = Promise.resolve();
  const reserved = new Map<string, PausedProcess>();
  /** Processes that finished a trial whose folder is not released yet. */
  const returned = new Set<PausedProcess>();
  let asked = false;
  let closed = false;
  /** Whether the last process that should return did. */
  let willReturn = true;

  const begin = () => {
    const expected = { effect: {}, conditions: {}, variables: draw(), runs: 'paused' } as const;
    return timedPart('start ahead', () => pauseProcess(subject, workspace, expected), { ahead: true });
  };

  /** One process starts up at a time, because at most one core is free for it. */
  function startAnother(): void {
    const one = (ahead === 0 ? Promise.resolve() : allWait).then(() => (closed ? null : begin()));
    queue.push(one);
    allWait = Promise.all([allWait, one.then((waiting) => waiting?.gate.reached)]);
  }

  /** The process that returned last, else the one that waited longest. Starts a replacement unless it will return. */
  async function take(): Promise<PausedProcess | null> {
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
    const { tags, variables, folder } = waiting;
    return { tags, variables, folder: { ...folder, release: (written) => release(waiting, written) } };
  }

  async function release(waiting: PausedProcess, written: readonly string[]): Promise<void> {
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
  async function runOther(waiting: PausedProcess, command: Command, options: LaunchOptions): Promise<RawRun> {
    if (asked && options.signal?.aborted !== true) {
      returned.add(waiting);
      return runCommand(command, { ...options, tags: [...options.tags, `${options.tags.at(-1)}_BESIDE`] });
    }
    await waiting.pending.discard();
    return runCommand(command, options);
  }

  function fill(): void {
    while (queue.length < ahead && !closed) startAnother();
  }

  async function retire(): Promise<void> {
    closed = true;
    // In order: a process that is still starting blocks the next, which then never starts.
    for (const one of queue.splice(0)) {
      const waiting = await one;
      if (waiting) await discard(waiting);
    }
  }

  if (!later) fill();
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
    fill,
    retire,
    async close() {
      await retire();
      for (const waiting of [...reserved.values(), ...returned]) await discard(waiting);
    },
  };
}

/** Variables, limits and preloads must be set at start-up; a plain command runs as printed. */
export function mayServe({ mode, exclusive }: Trial, effect: Effect): boolean {
  return mode === 'probe' && !exclusive && Object.keys(effect).length === 0;
}
