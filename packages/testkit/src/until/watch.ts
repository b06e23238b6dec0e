/** The loop behind `until`, `settled` and `never`: looks again and again, at the latest when the time is up. */
import type { Clock } from '../clock/system-clock.ts';
import { within } from '../clock/within.ts';

/** What one look saw: an answer, an error, or nothing in time. */
export type Seen<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'pending' };

export interface WatchOptions {
  /** How long to look, in milliseconds of the clock. */
  readonly span: number;
  readonly every: number;
  readonly clock: Clock;
  /** How long one look may take to answer; by default what is left, but at least one pause. */
  readonly patience?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Ends when `judge` returns a value or throws; it has to do so when nothing is `left`. */
export async function watch<T, R>(
  probe: () => T | Promise<T>,
  { span, every, clock, patience, signal }: WatchOptions,
  judge: (seen: Seen<T>, left: number, looks: number) => { readonly value: R } | undefined,
): Promise<R> {
  const end = clock.currentTimeMillis() + span;
  for (let looks = 1; ; looks += 1) {
    signal?.throwIfAborted();
    const seen = await look(probe, patience ?? Math.max(end - clock.currentTimeMillis(), every), clock);
    const left = end - clock.currentTimeMillis();
    const verdict = judge(seen, left, looks);
    if (verdict) return verdict.value;
    await clock.sleep(Math.min(every, left), signal && { signal });
  }
}

async function look<T>(probe: () => T | Promise<T>, patience: number, clock: Clock): Promise<Seen<T>> {
  try {
    const answer = probe();
    if (!isPromise(answer)) return { kind: 'value', value: answer };
    const end = await within(clock, patience, answer);
    return end ? { kind: 'value', value: end.value } : { kind: 'pending' };
  } catch (error) {
    return { kind: 'error', error };
  }
}

function isPromise<T>(answer: T | Promise<T>): answer is Promise<T> {
  return typeof (answer as { then?: unknown } | null | undefined)?.then === 'function';
}
