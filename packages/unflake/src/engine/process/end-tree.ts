/** Kills all processes of a trial: its group, then those that changed group or session, until none is left. */
import { setTimeout as pause } from 'node:timers/promises';
import { groupOf, parentOf, startTime } from '../../proc/process-table.ts';
import { signalGroup, signalProcess } from './signals.ts';
import type { StartedProcess } from './start-process.ts';
import { taggedProcesses } from './tags.ts';

/** A process in an uninterruptible wait outlives SIGKILL; after this long the trial goes on without it. */
const PATIENCE_MS = 5_000;
const ROUND_MS = 2;

/** After this long, pids may have wrapped around, and "born since" means nothing. */
const RING_IS_SAFE_FOR_MS = 1_000;

export interface Tree {
  /** The process that we started: leader of its own group and session. */
  readonly leader: number;
  /** The variable that every process of this trial inherits. */
  readonly tag: string;
  /** The files that catch its output, as the process table shows them. */
  readonly outputs: readonly string[];
  /** How long the leader has lived. */
  readonly ageMs: number;
  /** Who started the leader, if it watches over the descendants. */
  readonly guard: Pick<StartedProcess, 'endOrphans' | 'gone'>;
}

/** Leaders of trees that run now, each of them in its own. */
const leaders = new Set<number>();

/** Call for a leader as soon as it runs; `exited` resolves when it has ended. */
export function leads(pid: number, exited: Promise<unknown>): void {
  leaders.add(pid);
  void exited.then(() => leaders.delete(pid));
}

/** SIGTERM: every process can clean up. */
export function askTreeToEnd(tree: Tree): void {
  signalTree(tree, 'SIGCONT');
  signalTree(tree, 'SIGTERM');
}

/** SIGKILL. Resolves when no process of the tree is alive. */
export async function endTree(tree: Tree): Promise<void> {
  signalGroup(tree.leader, 'SIGKILL');
  // A guard ends the others as soon as the leader has ended.
  if (await tree.guard.gone) return;
  await endAll(() => strays(tree), 2);
}

/** The same for all but the leader and its own helpers, if it has any, which go on; what a test has left has another parent. */
export async function endAllButLeader(tree: Tree, { helpers }: { readonly helpers: boolean }): Promise<void> {
  const noOrphans = await tree.guard.endOrphans();
  if (noOrphans && !helpers) return;
  const those = () => strays(tree).filter((pid) => parentOf(pid) !== tree.leader);
  // Without orphans there are only children of the leader's own helpers to find, and those are old enough to be seen.
  await endAll(those, noOrphans ? 1 : 2);
}

/**
 * Repeats until this many searches in a row find nothing. One is not proof: a starting process shows no environment yet, and a process
 * forked after /proc was read is missed.
 */
async function endAll(those: () => readonly number[], searches: 1 | 2): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  const killed = new Map<number, number>();
  // A dying process loses its environment first, and keeps its files and locks a little longer.
  const isDying = ([pid, start]: readonly [number, number]) => startTime(pid) === start;
  for (let empty = 0; performance.now() < deadline; ) {
    const left = those();
    empty = left.length === 0 && ![...killed].some(isDying) ? empty + 1 : 0;
    if (empty === searches) return;
    for (const pid of left) {
      const start = startTime(pid);
      if (start !== undefined) killed.set(pid, start);
      signalProcess(pid, 'SIGKILL');
    }
    await pause(ROUND_MS);
  }
}

export function signalTree(tree: Tree, signal: NodeJS.Signals): void {
  signalGroup(tree.leader, signal);
  // Some programs quit at a second SIGTERM, so nobody gets one twice.
  for (const pid of strays(tree)) if (groupOf(pid) !== tree.leader) signalProcess(pid, signal);
}

/** All living processes of the tree except the leader, wherever they went. */
function strays({ leader, tag, outputs, ageMs }: Tree): readonly number[] {
  const after = ageMs < RING_IS_SAFE_FOR_MS ? leader : undefined;
  const tagged = taggedProcesses(tag, after, outputs, leaders);
  return tagged.filter((pid) => pid !== leader);
}
