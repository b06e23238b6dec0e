/** Polls a condition on a given clock until it holds; on a timeout, reports the last value. */
import { type Clock, systemClock } from '../clock/system-clock.ts';
import { requireAtLeast } from '../text/refuse.ts';
import { brief } from '../text/show.ts';
import { watch } from './watch.ts';

export type Truthy<T> = Exclude<T, false | null | undefined | 0 | 0n | ''>;

export interface UntilOptions {
  /** How long to wait, in milliseconds; by default 1,000. */
  readonly within?: number;
  /** How long to pause between two checks, in milliseconds; by default 10. */
  readonly every?: number;
  /** The clock that both are measured on; by default the system clock. On a `TestClock`, somebody must move it. */
  readonly clock?: Clock;
  /** The awaited condition's name, for the message. */
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
  const { within: span = 1000, every = 10, clock = systemClock, what = 'the condition', signal } = options;
  requireAtLeast(0, 'within', span);
  return watch(attempt(condition), { span, every, clock, signal }, (seen, left, checks) => {
    const answer = seen?.value;
    if (answer?.value) return { value: answer.value as Truthy<T> };
    if (answer && left > 0) return undefined;
    const message = `${what} did not hold within ${span} ms (${checks} checks); ${describe(answer)}`;
    throw new UntilTimeoutError(message, answer);
  });
}

/** The result of a check: its value, or the error that it threw. */
type Answer<T> = { readonly value: T; readonly cause?: never } | { readonly cause: unknown; readonly value?: never };

function attempt<T>(condition: () => T | Promise<T>): () => Promise<Answer<T>> {
  return async () => {
    try {
      return { value: await condition() };
    } catch (cause) {
      return { cause };
    }
  };
}

function describe(answer: Answer<unknown> | undefined): string {
  if (!answer) return 'the last check has not answered';
  return 'cause' in answer ? `last error: ${brief(answer.cause)}` : `last value: ${brief(answer.value)}`;
}
