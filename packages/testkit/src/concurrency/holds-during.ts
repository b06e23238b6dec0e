/** Checks an invariant repeatedly while work is in progress, not only afterwards. */

import { turn } from '../clock/turn.ts';
import { type Clock, systemClock } from '../clock.ts';
import { fail, requireAtLeast } from '../text/refuse.ts';

export interface HoldsDuringOptions {
  /** Milliseconds between two samples; by default one sample in every turn of the event loop. */
  readonly every?: number;
  readonly clock?: Clock;
  /** The invariant's name, for the message. */
  readonly what?: string;
}

/**
 * Runs the work, and samples the invariant before, during and after it. The invariant fails by throwing or by returning false. The work
 * runs to its end before a violation is reported; its result is returned.
 *
 * @example
 * ```ts
 * import { holdsDuring, together } from '@unflake/testkit/concurrency';
 *
 * let free = 10;
 * const work = () => together(10, async () => {
 *   free -= 1;
 *   await Promise.resolve();
 *   free += 1;
 * });
 * await holdsDuring(() => free >= 0 && free <= 10, work, { what: 'the number of free seats' });
 * ```
 */
export async function holdsDuring<T>(
  invariant: () => unknown,
  work: () => Promise<T> | T,
  options: HoldsDuringOptions = {},
): Promise<T> {
  const { every, clock = systemClock, what = 'the invariant' } = options;
  if (every !== undefined) requireAtLeast(0, 'every', every);
  let samples = 0;
  const sample = () => {
    samples += 1;
    if (invariant() === false) fail(`${what} did not hold at sample ${samples}`);
  };
  sample();
  const over = new AbortController();
  const { signal } = over;
  const running = (async () => work())().finally(() => over.abort());
  const watching = async () => {
    while (!signal.aborted) {
      sample();
      // The work's end aborts the sleep, which is not an error.
      await (every === undefined ? turn() : clock.sleep(every, { signal }).catch(() => {}));
    }
  };
  const ends = await Promise.allSettled([watching(), running]);
  // The invariant first: its violation explains a failure of the work better than the work's own error.
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  sample();
  return running;
}
