/** A barrier: no task passes before all have arrived. */
import { turn } from '../clock/turn.ts';
import { requireWhole } from '../text/refuse.ts';
import { throwAll } from './throw-all.ts';

/**
 * Lets n tasks wait for one another; reusable once all have passed.
 *
 * @example
 * ```ts
 * import { Barrier } from '@unflake/testkit/concurrency';
 *
 * const ready = new Barrier(2);
 * await Promise.all([ready.arrive(), ready.arrive()]);
 * ```
 */
export class Barrier {
  readonly #size: number;
  #arrived: (() => void)[] = [];

  constructor(size: number) {
    requireWhole(1, 'the size of a barrier', size);
    this.#size = size;
  }

  /** How many are waiting. */
  get waiting(): number {
    return this.#arrived.length;
  }

  /** Resolves when the barrier's number of tasks have arrived; in the order of arrival. */
  arrive(): Promise<void> {
    return new Promise((resolve) => {
      this.#arrived.push(resolve);
      if (this.#arrived.length < this.#size) return;
      for (const pass of this.#arrived.splice(0)) pass();
    });
  }
}

/**
 * Runs n tasks that all start in the same turn, and waits until all have finished, also if some fail. Rejects with the single error, or
 * with an AggregateError of all.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { together } from '@unflake/testkit/concurrency';
 *
 * let count = 0;
 * const results = await together(10, async (index) => {
 *   count += 1;
 *   return index;
 * });
 * assert.equal(count, 10);
 * assert.deepEqual(results, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
 * ```
 */
export async function together<T>(count: number, task: (index: number) => Promise<T> | T): Promise<T[]> {
  requireWhole(1, 'the number of tasks', count);
  const start = new Barrier(count);
  const running = Array.from({ length: count }, async (_, index) => {
    await start.arrive();
    return task(index);
  });
  const ends = await Promise.allSettled(running);
  const errors = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  throwAll(errors, `${errors.length} of ${count} tasks failed`);
  // Pending promise callbacks of the tasks have run when the caller continues.
  await turn();
  return ends.map((end) => (end as PromiseFulfilledResult<T>).value);
}
