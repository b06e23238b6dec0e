/**
 * The servers of a case, by what they have in common with their trials: those that start, wait, or run a trial. There are never more of them
 * than fit into a fixed amount of memory.
 */
import type { Effect } from '../../contract/knob.ts';
import type { Trial } from '../../contract/trial.ts';
import { deferred } from '../process/deferred.ts';
import type { Subject } from '../subject/subject.ts';
import { timedPart } from '../timed-part.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import { hasLearned, learnedBytes } from './learned-since.ts';
import { discard, type PausedProcess, pauseProcess } from './paused-process.ts';
import { isConditioned, keyOf, UNTURNED } from './server-key.ts';
import { MAX_SERVERS, serverMemory } from './server-memory.ts';

export interface Server extends PausedProcess {
  readonly key: string;
  readonly conditioned: boolean;
  readonly learnedBytes: number | null;
}

export interface ServerPoolOptions {
  /** Bytes that all servers together may take. */
  readonly maxBytes?: number;
  /** What trials to come will be given. Absent: no core is free for servers to start before they are asked for. */
  readonly upcoming?: () => readonly Readonly<Record<string, string>>[];
  /** Told how many servers fit, once it is known how much memory one takes. */
  readonly onFit?: (servers: number) => void;
}

export interface ServerPool {
  /** Null if none fits or starts. It is not given to another trial before it is put back. */
  readonly take: (
    variables: Readonly<Record<string, string>>,
    of: Pick<Trial, 'conditions'>,
    effect: Effect,
  ) => Promise<Server | null>;
  /** It has run a trial, and its folder is as it was before. `again`: it may run another one. */
  readonly putBack: (server: Server, again: boolean) => Promise<void>;
  /** It has ended by itself. */
  readonly forget: (server: Server) => void;
  /** Starts the next server for which a trial may come, while another trial runs. */
  readonly startAhead: () => void;
  /** Until none is starting ahead. */
  readonly started: () => Promise<void>;
  /** Why no more will start; null if nothing speaks against them. */
  readonly unfit: () => string | null;
  /** Ends those that start or wait. */
  readonly close: () => Promise<void>;
}

/** A server does not grow. After this many trials another one has another address layout. */
const MAX_SERVED = 200;
/** After this many that end before they are ready, no more are started. */
const MAX_FAILED = 3;

export function openServerPool(subject: Subject, workspace: TrialWorkspace, options: ServerPoolOptions): ServerPool {
  /** Those that wait, the one used last at the end. */
  const idle: Server[] = [];
  /** By key, those that start while other trials run; one at a time. */
  const starting = new Map<string, Promise<Server | null>>();
  /** Of all that have started, wait or run a trial. */
  const keys = new Map<PausedProcess, string>();
  let failed = 0;
  /** Servers that start, wait or run a trial. */
  let alive = 0;
  const closing = deferred<false>();
  const { onFit = () => {} } = options;
  const memory = serverMemory(options.maxBytes);
  const mayStart = () => failed < MAX_FAILED && memory.fits() > 0;

  async function end(server: PausedProcess): Promise<void> {
    forget(server);
    await discard(server);
  }

  function forget(server: PausedProcess): void {
    alive -= 1;
    keys.delete(server);
  }

  /** A condition does not take the place of the servers without, only that of another: both would be started again and again. */
  async function makeRoom(conditioned: boolean): Promise<boolean> {
    while (alive >= memory.fits()) {
      const at = idle.findIndex((server) => server.conditioned || !conditioned || memory.fits() === MAX_SERVERS);
      if (at === -1) return false;
      await end(idle.splice(at, 1)[0]!);
    }
    return true;
  }

  async function take(
    variables: Readonly<Record<string, string>>,
    of: Pick<Trial, 'conditions'>,
    effect: Effect,
  ): Promise<Server | null> {
    const key = keyOf(variables, of, effect);
    const at = idle.findLastIndex((server) => server.key === key && !server.gate.isOver());
    const [known] = at === -1 ? [] : idle.splice(at, 1);
    if (known !== undefined && !hasLearned(known.command, known.learnedBytes)) return known;
    if (known !== undefined) await end(known);
    return timedPart('start of a server', async () => {
      const early = starting.get(key);
      starting.delete(key);
      return (await early) ?? start(key, variables, of, effect);
    });
  }

  /** There is one for each seed, and a diagnosis soon uses all. Whether another one fits is known after the first. */
  function startAhead(): void {
    if (options.upcoming === undefined || starting.size > 0 || !mayStart()) return;
    if (alive > 0 && (!memory.isKnown() || alive >= memory.fits())) return;
    const there = new Set(keys.values());
    const variables = options.upcoming().find((one) => !there.has(keyOf(one, UNTURNED, {})));
    if (variables === undefined) return;
    const key = keyOf(variables, UNTURNED, {});
    const begin = () => start(key, variables, UNTURNED, {});
    const server = timedPart('start of a server ahead', begin, { ahead: true }).then((one) => {
      // A trial that came meanwhile has it.
      if (starting.delete(key) && one !== null) idle.push(one);
      return one;
    });
    starting.set(key, server);
    // Whoever waits for it gets the error; perhaps nobody does.
    server.catch(() => starting.delete(key));
  }

  async function start(
    key: string,
    variables: Readonly<Record<string, string>>,
    { conditions }: Pick<Trial, 'conditions'>,
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
    const learned = learnedBytes(paused.command);
    if (await Promise.race([paused.gate.reached, closing.promise])) {
      memory.measure(paused);
      onFit(memory.fits());
      if (alive <= memory.fits()) {
        const server = { ...paused, key, conditioned, learnedBytes: learned };
        keys.set(server, key);
        return server;
      }
    } else failed += 1;
    await end(paused);
    return null;
  }

  return {
    take,
    forget,
    startAhead,
    async putBack(server, again) {
      if (again && server.served < MAX_SERVED && alive <= memory.fits()) idle.push(server);
      else await end(server);
    },
    async started() {
      await Promise.allSettled(starting.values());
    },
    unfit() {
      if (mayStart()) return null;
      return failed < MAX_FAILED ? `it would take ${memory.largestMb()} MB of memory` : 'it does not start';
    },
    async close() {
      closing.resolve(false);
      await Promise.allSettled(starting.values());
      await Promise.all(idle.splice(0).map(discard));
    },
  };
}
