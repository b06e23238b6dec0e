/** A promise against a clock: the one thing behind every deadline in the testkit. */
import type { Clock } from './system-clock.ts';

/** Waits for the promise no longer than that; undefined when it had not settled by then. Passes a rejection on. */
export async function within<T>(clock: Clock, ms: number, promise: T | Promise<T>): Promise<{ value: T } | undefined> {
  const over = new AbortController();
  // The sleep that is not needed any more is aborted, which is no error.
  const late = clock.sleep(ms, { signal: over.signal }).catch(() => {}) as Promise<undefined>;
  try {
    return await Promise.race([Promise.resolve(promise).then((value) => ({ value })), late]);
  } finally {
    over.abort();
  }
}
