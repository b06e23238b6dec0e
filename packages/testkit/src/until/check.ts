/** One look at a condition, which may answer late or never; what follows from it is left to `until`, `never` and `settled`. */
import type { Clock } from '../clock/system-clock.ts';

export type Seen<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'pending' };

/** Asks once, and waits for an asynchronous answer no longer than `patience` milliseconds. */
export async function check<T>(condition: () => T | Promise<T>, patience: number, clock: Clock): Promise<Seen<T>> {
  try {
    const answer = condition();
    if (!isPromise(answer)) return { kind: 'value', value: answer };
    return await firstOf(answer, Math.max(patience, 0), clock);
  } catch (error) {
    return { kind: 'error', error };
  }
}

async function firstOf<T>(answer: Promise<T>, patience: number, clock: Clock): Promise<Seen<T>> {
  const over = new AbortController();
  const late = clock.sleep(patience, { signal: over.signal }).then(
    (): Seen<T> => ({ kind: 'pending' }),
    (): Seen<T> => ({ kind: 'pending' }),
  );
  try {
    return await Promise.race([answer.then((value): Seen<T> => ({ kind: 'value', value })), late]);
  } finally {
    over.abort();
  }
}

function isPromise<T>(answer: T | Promise<T>): answer is Promise<T> {
  return typeof (answer as { then?: unknown } | null | undefined)?.then === 'function';
}
