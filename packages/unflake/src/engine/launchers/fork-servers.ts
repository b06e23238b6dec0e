/**
 * Processes that have loaded the runner and third-party code, and run each trial in a fork of themselves, which alone loads the project. A
 * server has the environment, folder, output and tags of its trials, and one trial at a time. Trials under a condition that is only a
 * variable have servers of their own, once there have been enough of them; under other conditions a trial starts cold. There are never more
 * servers than fit into a fixed amount of memory.
 */
import type { Command, RawRun } from '../../contract/command.ts';
import type { Effect } from '../../contract/knob.ts';
import type { Trial } from '../../contract/trial.ts';
import { memoryOf } from '../../proc/memory.ts';
import { writeCommandFiles } from '../process/command-files.ts';
import { runCommand } from '../process/run-command.ts';
import { taggedProcesses } from '../process/tags.ts';
import type { Subject } from '../subject/subject.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import type { Launcher, LaunchOptions, Reservation } from './launcher.ts';
import { discard, isSame, type PausedProcess, pauseProcess } from './paused-process.ts';

interface Server extends PausedProcess {
  readonly key: string;
  readonly conditioned: boolean;
}

export interface ForkServers extends Launcher {
  readonly reserve: NonNullable<Launcher['reserve']>;
  /** Why there will be no servers; null if nothing speaks against them. */
  readonly unfit: () => string | null;
  /** Ends the servers. No trial may be running. */
  readonly close: () => Promise<void>;
}

export interface ForkServersOptions {
  /** Given to each trial, however it is started. */
  readonly variables: NonNullable<Launcher['variables']>;
  /** Trials under the same condition before servers are started for it. */
  readonly conditionPaysAfter: number;
  /** Bytes that all servers together may take. */
  readonly maxBytes?: number;
  /** Told how many servers fit, once it is known how much memory one takes. */
  readonly onFit?: (servers: number) => void;
}

export const FORK_SERVER = 'fork server';

/** The one that was used longest ago makes room. */
const MAX_SERVERS = 8;
/** A diagnosis shall take less than 400 MB besides the trials themselves. The processes that are started ahead take up to a quarter of it. */
const MAX_BYTES = 300 * 2 ** 20;
/** A server does not grow. After this many trials another one has another address layout. */
const MAX_SERVED = 200;
/** After this many that end before they are ready, no more are started. */
const MAX_FAILED = 3;

export function openForkServers(subject: Subject, workspace: TrialWorkspace, options: ForkServersOptions): ForkServers {
  /** Those that wait, the one used last at the end. */
  const idle: Server[] = [];
  const reserved = new Map<string, Server>();
  const returned = new Set<Server>();
  /** Trials by condition. */
  const seen = new Map<string, number>();
  let failed = 0;
  /** Servers that start, wait or run a trial. */
  let alive = 0;
  /** Bytes of the largest one so far. */
  let largest = 0;
  const { maxBytes = MAX_BYTES, onFit = () => {} } = options;
  const fits = () => Math.min(MAX_SERVERS, largest === 0 ? MAX_SERVERS : Math.floor(maxBytes / largest));
  const mayStart = () => failed < MAX_FAILED && fits() > 0;

  async function end(server: PausedProcess): Promise<void> {
    alive -= 1;
    await discard(server);
  }

  /** A condition does not take the place of the servers without, only that of another: both would be started again and again. */
  async function makeRoom(conditioned: boolean): Promise<boolean> {
    while (alive >= fits()) {
      const at = idle.findIndex((server) => server.conditioned || !conditioned || fits() === MAX_SERVERS);
      if (at === -1) return false;
      await end(idle.splice(at, 1)[0]!);
    }
    return true;
  }

  async function take(trial: Trial, effect: Effect): Promise<Server | null> {
    const variables = options.variables(trial);
    const key = JSON.stringify([variables, effect, trial.conditions]);
    const at = idle.findLastIndex((server) => server.key === key && !server.gate.isOver());
    return at === -1 ? start(key, variables, trial, effect) : idle.splice(at, 1)[0]!;
  }

  async function start(
    key: string,
    variables: Readonly<Record<string, string>>,
    { conditions }: Trial,
    effect: Effect,
  ): Promise<Server | null> {
    const conditioned = isConditioned(conditions, effect);
    if (!(await makeRoom(conditioned))) return null;
    alive += 1;
    const paused = await pauseProcess(subject, workspace, { effect, conditions, variables, runs: 'serving' });
    if (paused === null) {
      alive -= 1;
      return null;
    }
    if (await paused.gate.reached) {
      largest = Math.max(largest, memoryOfAll(paused));
      onFit(fits());
      if (alive <= fits()) return { ...paused, key, conditioned };
    } else failed += 1;
    await end(paused);
    return null;
  }

  async function reserve(trial: Trial, effect: Effect): Promise<Reservation | null> {
    if (!mayFork(trial, effect) || !mayStart() || !pays(trial, effect)) return null;
    const server = await take(trial, effect);
    if (server === null) return null;
    reserved.set(server.folder.path, server);
    const { tags, variables, folder } = server;
    return { tags, variables, folder: { ...folder, release: (written) => release(server, written) } };
  }

  function pays({ conditions }: Trial, effect: Effect): boolean {
    if (!isConditioned(conditions, effect)) return true;
    const condition = JSON.stringify([effect, conditions]);
    const count = (seen.get(condition) ?? 0) + 1;
    seen.set(condition, count);
    return count > options.conditionPaysAfter;
  }

  async function release(server: Server, written: readonly string[]): Promise<void> {
    if (!returned.delete(server)) {
      alive -= 1;
      return server.folder.release(written);
    }
    if (server.served < MAX_SERVED && alive <= fits() && (await server.folder.renew(written))) idle.push(server);
    else await end(server);
  }

  async function launch(command: Command, how: LaunchOptions): Promise<RawRun> {
    const server = reserved.get(how.folder);
    reserved.delete(how.folder);
    if (server === undefined) return runCommand(command, how);
    if (how.signal?.aborted || !isSame(command, server.command)) {
      await server.pending.discard();
      return runCommand(command, how);
    }
    writeCommandFiles(how.folder, command.files);
    server.served += 1;
    const { run, back } = await server.pending.finish(command.reads, how, server.gate.resume({ reuse: true }));
    if (back) returned.add(server);
    return run;
  }

  return {
    name: FORK_SERVER,
    keeps: 'third-party-code',
    variables: options.variables,
    launch,
    reserve,
    unfit() {
      if (mayStart()) return null;
      return failed < MAX_FAILED ? `it would take ${Math.round(largest / 2 ** 20)} MB of memory` : 'it does not start';
    },
    async close() {
      await Promise.all([...idle.splice(0), ...reserved.values(), ...returned].map(discard));
    },
  };
}

/** Of the server and of processes that it keeps for its forks. */
function memoryOfAll({ tags }: PausedProcess): number {
  return taggedProcesses(tags.at(-1)!).reduce((total, pid) => total + memoryOf(pid), 0);
}

/** A variable is there when the server starts. A prefix, a limit or a clock belongs to one process. */
export function mayFork({ mode, exclusive }: Trial, effect: Effect): boolean {
  return mode === 'probe' && !exclusive && Object.keys(effect).every((key) => key === 'env');
}

function isConditioned(conditions: Trial['conditions'], effect: Effect): boolean {
  return Object.keys(effect).length + Object.keys(conditions).length > 0;
}
