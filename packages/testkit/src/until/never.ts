/** Watches a condition that must not come true, for a stated time; says when it did. */
import { type Clock, systemClock } from '../clock/system-clock.ts';
import { requireAtLeast } from '../text/refuse.ts';
import { show } from '../text/show.ts';
import { check } from './check.ts';

export interface NeverOptions {
  /** How long to watch, in milliseconds; by default 100. */
  readonly during?: number;
  /** How long to pause between two checks, in milliseconds; by default 10. */
  readonly every?: number;
  readonly clock?: Clock;
  /** What must not happen, for the message. */
  readonly what?: string;
}

const LONGEST_SHOWN_VALUE = 500;

/**
 * Resolves when the condition has stayed falsy for the whole time, and rejects as soon as it does not. An error of the
 * condition is passed on: a check that cannot look has not seen that nothing happened.
 *
 * @example
 * ```ts
 * import { never } from '@unflake/testkit/until';
 * import { TestClock } from '@unflake/testkit/clock';
 *
 * const clock = new TestClock();
 * let retried = false;
 * clock.setTimeout(() => (retried = true), 5000);
 * await clock.drive(never(() => retried, { during: 1000, clock }));
 * ```
 */
export async function never(condition: () => unknown, options: NeverOptions = {}): Promise<void> {
  const { during = 100, every = 10, clock = systemClock, what = 'the condition' } = options;
  requireAtLeast(0, 'during', during);
  requireAtLeast(0, 'every', every);
  const start = clock.currentTimeMillis();
  const end = start + during;
  for (;;) {
    const seen = await check(condition, Math.max(during, every), clock);
    if (seen.kind === 'error') throw seen.error;
    if (seen.kind === 'pending')
      throw new Error(`${what} must not hold during ${during} ms, but its check has not answered`);
    const now = clock.currentTimeMillis();
    if (seen.kind === 'value' && seen.value) {
      const shown = show(seen.value, LONGEST_SHOWN_VALUE);
      throw new Error(`${what} must not hold during ${during} ms, but did after ${now - start} ms: ${shown}`);
    }
    if (now >= end) return;
    await clock.sleep(Math.min(every, end - now));
  }
}
