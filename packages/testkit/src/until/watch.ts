/** The polling loop of `until`, `settled` and `never`; it checks once more when the time is up. */
import type { Clock } from '../clock/system-clock.ts';
import { within } from '../clock/within.ts';
import { requireAtLeast } from '../text/refuse.ts';

export interface WatchOptions {
  /** How long to poll, in milliseconds of the clock. */
  readonly span: number;
  readonly every: number;
  readonly clock: Clock;
  /** How long one check may take; by default the remaining time, but at least one pause. */
  readonly patience?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Ends when `judge` returns a value or throws; it must do so when nothing is `left`. It gets no value if a check did not answer in time.
 * Errors of the probe propagate.
 */
export async function watch<T, R>(
  probe: () => T | Promise<T>,
  { span, every, clock, patience, signal }: WatchOptions,
  judge: (seen: { readonly value: T } | undefined, left: number, looks: number) => { readonly value: R } | undefined,
): Promise<R> {
  requireAtLeast(0, 'every', every);
  const end = clock.currentTimeMillis() + span;
  for (let looks = 1; ; looks += 1) {
    signal?.throwIfAborted();
    const seen = await within(clock, patience ?? Math.max(end - clock.currentTimeMillis(), every), probe());
    const left = end - clock.currentTimeMillis();
    const verdict = judge(seen, left, looks);
    if (verdict) return verdict.value;
    await clock.sleep(Math.min(every, left), signal && { signal });
  }
}
