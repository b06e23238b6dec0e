/** Waits until a condition holds, by asking again and again on a given clock; says what it last saw when it gives up. */
import { type Clock, systemClock } from '../clock/system-clock.ts';
import { requireAtLeast } from '../text/refuse.ts';
import { show } from '../text/show.ts';
import { check, type Seen } from './check.ts';

export type Truthy<T> = Exclude<T, false | null | undefined | 0 | 0n | ''>;

export interface UntilOptions {
  /** How long to wait, in milliseconds; by default 1,000. */
  readonly within?: number;
  /** How long to pause between two checks, in milliseconds; by default 10. */
  readonly every?: number;
  /** The clock that both are measured on; by default the system clock. On a `TestClock`, somebody must move it. */
  readonly clock?: Clock;
  /** What is waited for, for the message. */
  readonly what?: string;
  readonly signal?: AbortSignal;
}

/**
 * The condition did not hold in time. `cause` is the last error that the condition threw, if the last check threw.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { until, UntilTimeoutError } from '@unflake/testkit/until';
 *
 * await assert.rejects(until(() => false, { within: 5 }), UntilTimeoutError);
 * ```
 */
export class UntilTimeoutError extends Error {
  override readonly name = 'UntilTimeoutError';
  readonly code = 'UNTIL_TIMEOUT';
}

const LONGEST_SHOWN_VALUE = 500;

/**
 * Resolves with the condition's value as soon as it is truthy. A condition that throws does not hold yet.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { until } from '@unflake/testkit/until';
 *
 * const received: string[] = [];
 * setTimeout(() => received.push('hello'), 20);
 * const first = await until(() => received[0], { within: 2000 });
 * assert.equal(first, 'hello');
 * ```
 */
export async function until<T>(condition: () => T | Promise<T>, options: UntilOptions = {}): Promise<Truthy<T>> {
  const { within = 1000, every = 10, clock = systemClock, what = 'the condition', signal } = options;
  requireAtLeast(0, 'within', within);
  requireAtLeast(0, 'every', every);
  const deadline = clock.currentTimeMillis() + within;
  for (let checks = 1; ; checks += 1) {
    signal?.throwIfAborted();
    // The last check gets one pause's time to answer; otherwise an asynchronous one could never answer in time.
    const seen = await check(condition, Math.max(deadline - clock.currentTimeMillis(), every), clock);
    if (seen.kind === 'value' && seen.value) return seen.value as Truthy<T>;
    const rest = deadline - clock.currentTimeMillis();
    if (rest <= 0 || seen.kind === 'pending') {
      const cause = seen.kind === 'error' ? { cause: seen.error } : undefined;
      const message = `${what} did not hold within ${within} ms (${checks} checks); ${describe(seen)}`;
      throw new UntilTimeoutError(message, cause);
    }
    await clock.sleep(Math.min(every, rest), signal ? { signal } : undefined);
  }
}

function describe(seen: Seen<unknown>): string {
  switch (seen.kind) {
    case 'value':
      return `last value: ${show(seen.value, LONGEST_SHOWN_VALUE)}`;
    case 'error':
      return `last error: ${show(seen.error, LONGEST_SHOWN_VALUE)}`;
    case 'pending':
      return 'the last check has not answered';
    default:
      return seen satisfies never;
  }
}
