/** Races a promise against a clock: the basis of every deadline in the testkit. */
import type { Clock } from './system-clock.ts';

/** Waits for the promise up to this time; undefined if it has not settled. Rejections propagate. */
export async function within<T>(clock: Clock, ms: number, promise: T | Promise<T>): Promise<{ value: T } | undefined> {
  const over = new AbortController();
  // Aborting the sleep that is no longer needed is not an error.
  const late = clock.sleep(ms, { signal: over.signal }).catch(() => {}) as Promise<undefined>;
  try {
    return await Promise.race([Promise.resolve(promise).then((value) => ({ value })), late]);
  } finally {
    over.abort();
  }
}
