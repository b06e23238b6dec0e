/** Runs named tasks against a deadline; on a timeout, reports which are pending and what they wait for. */

import { within } from '../clock/within.ts';
import { type Clock, systemClock } from '../clock.ts';
import { requireAtLeast } from '../text/refuse.ts';

/** Records what a task waits for: `await waitFor('lock A', lockA.acquire())`. */
export type WaitFor = <T>(what: string, promise: Promise<T>) => Promise<T>;

export interface DeadlineOptions {
  /** Milliseconds until the deadline; by default 5,000. */
  readonly within?: number;
  readonly clock?: Clock;
}

export interface PendingTask {
  readonly name: string;
  /** What it is waiting for, the latest last; empty if it did not say. */
  readonly waitsFor: readonly string[];
}

/**
 * The deadline has passed, and these tasks have not finished.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { DeadlineError, withinDeadline } from '@unflake/testkit/concurrency';
 *
 * const stuck = withinDeadline({ alice: () => new Promise(() => {}) }, { within: 5 });
 * await assert.rejects(stuck, DeadlineError);
 * ```
 */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  readonly code = 'DEADLINE_PASSED';
  declare readonly pending: readonly PendingTask[];
}

/**
 * Resolves with the results by name when every task has finished in time. A failing task is reported at once.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { withinDeadline } from '@unflake/testkit/concurrency';
 *
 * const never = new Promise<void>(() => {});
 * const transfer = withinDeadline(
 *   { alice: (waitFor) => waitFor('lock B', never), bob: async () => 'done' },
 *   { within: 20 },
 * );
 * await assert.rejects(transfer, /1 of 2 tasks had not ended after 20 ms: alice \(waits for lock B\)/);
 * ```
 */
export async function withinDeadline<T extends Record<string, unknown>>(
  tasks: { [K in keyof T]: (waitFor: WaitFor) => Promise<T[K]> | T[K] },
  { within: deadline = 5000, clock = systemClock }: DeadlineOptions = {},
): Promise<T> {
  requireAtLeast(0, 'within', deadline);
  const names = Object.keys(tasks);
  const waits = new Map<string, string[]>(names.map((name) => [name, []]));
  const results: Record<string, unknown> = {};
  const running = names.map(async (name) => {
    results[name] = await tasks[name]!(watch(waits.get(name)!));
    waits.delete(name);
  });
  const end = await within(clock, deadline, Promise.all(running));
  if (!end && waits.size) throw passed(deadline, names.length, waits);
  return results as T;
}

function watch(waits: string[]): WaitFor {
  return async (what, promise) => {
    waits.push(what);
    try {
      return await promise;
    } finally {
      waits.splice(waits.lastIndexOf(what), 1);
    }
  };
}

function passed(deadline: number, total: number, waits: ReadonlyMap<string, readonly string[]>): DeadlineError {
  const pending = Array.from(waits, ([name, waitsFor]) => ({ name, waitsFor: [...waitsFor] }));
  const list = pending.map(
    ({ name, waitsFor }) => `${name} (waits for ${waitsFor.join(', ') || 'what it did not say'})`,
  );
  const message = `${pending.length} of ${total} tasks had not ended after ${deadline} ms: ${list.join('; ')}`;
  return Object.assign(new DeadlineError(message), { pending });
}
