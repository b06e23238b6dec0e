/**
 * Processes that have loaded the runner and third-party code, and run each trial in a fork of themselves, which alone loads the project. A
 * server has the environment, folder, output and tags of its trials, and one trial at a time. Trials under a condition that is only a
 * variable have servers of their own, once there have been enough for one; under other conditions a trial starts cold.
 */
import type { Command, RawRun } from '../../contract/command.ts';
import type { Effect } from '../../contract/knob.ts';
import type { Trial } from '../../contract/trial.ts';
import { writeCommandFiles } from '../process/command-files.ts';
import { runCommand } from '../process/run-command.ts';
import type { Subject } from '../subject/subject.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import type { Launcher, LaunchOptions, Reservation } from './launcher.ts';
import { discard, isSame } from './paused-process.ts';
import { isConditioned, keyOf, mayFork } from './server-key.ts';
import { openServerPool, type Server, type ServerPool, type ServerPoolOptions } from './server-pool.ts';

export interface ForkServers extends Launcher, Pick<ServerPool, 'startAhead' | 'unfit'> {
  readonly reserve: NonNullable<Launcher['reserve']>;
  /** Ends the servers. No trial may be running. */
  readonly close: () => Promise<void>;
}

export interface ForkServersOptions extends ServerPoolOptions {
  /** Given to each trial, however it is started. */
  readonly variables: NonNullable<Launcher['variables']>;
  /** Trials under the same condition that one server could have run, before it is started. */
  readonly conditionPaysAfter: number;
}

export const FORK_SERVER = 'fork server';

export function openForkServers(subject: Subject, workspace: TrialWorkspace, options: ForkServersOptions): ForkServers {
  const pool = openServerPool(subject, workspace, options);
  const reserved = new Map<string, Server>();
  const returned = new Set<Server>();
  /** Trials under a condition, by the server that could run them. */
  const seen = new Map<string, number>();

  async function reserve(trial: Trial, effect: Effect): Promise<Reservation | null> {
    // A trial that measures time runs beside nothing that starts.
    if (trial.exclusive) await pool.started();
    if (!mayFork(trial, effect) || pool.unfit() !== null || !pays(trial, effect)) return null;
    const server = await pool.take(options.variables(trial), trial, effect);
    if (server === null) return null;
    pool.startAhead();
    reserved.set(server.folder.path, server);
    const { tags, variables, folder } = server;
    return { tags, variables, folder: { ...folder, release: (written) => release(server, written) } };
  }

  function pays(trial: Trial, effect: Effect): boolean {
    if (!isConditioned(trial.conditions, effect)) return true;
    const key = keyOf(options.variables(trial), trial, effect);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count > options.conditionPaysAfter;
  }

  async function release(server: Server, written: readonly string[]): Promise<void> {
    if (returned.delete(server)) return pool.putBack(server, await server.folder.renew(written));
    pool.forget(server);
    return server.folder.release(written);
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
    startAhead: pool.startAhead,
    unfit: pool.unfit,
    async close() {
      await pool.close();
      await Promise.all([...reserved.values(), ...returned].map(discard));
    },
  };
}
