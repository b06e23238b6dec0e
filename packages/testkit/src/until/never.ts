/** Watches a condition that must not become true, for a given time. */
import { type Clock, systemClock } from '../clock/system-clock.ts';
import { fail, requireAtLeast } from '../text/refuse.ts';
import { brief } from '../text/show.ts';
import { watch } from './watch.ts';

export interface NeverOptions {
  /** How long to watch, in milliseconds; by default 100. */
  readonly during?: number;
  /** How long to pause between two checks, in milliseconds; by default 10. */
  readonly every?: number;
  readonly clock?: Clock;
  /** What must not happen, for the message. */
  readonly what?: string;
}

/**
 * Resolves if the condition stays falsy for the whole time, and rejects as soon as it does not. Errors of the condition propagate: a check
 * that fails has not shown that nothing happened.
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
  const complaint = `${what} must not hold during ${during} ms, but`;
  await watch(condition, { span: during, every, clock, patience: Math.max(during, every) }, (seen, left) => {
    if (!seen) fail(`${complaint} its check has not answered`);
    if (seen.value) fail(`${complaint} did after ${during - left} ms: ${brief(seen.value)}`);
    return left > 0 ? undefined : { value: undefined };
  });
}
