/**
 * Waits until observed state stops changing. It replaces a fixed sleep "for things to calm down", which is too long on one machine and too
 * short on another.
 */
import { type Clock, systemClock } from '../clock/system-clock.ts';
import { requireAtLeast } from '../text/refuse.ts';
import { MAX_BRIEF, show } from '../text/show.ts';
import { UntilTimeoutError } from './until.ts';
import { watch } from './watch.ts';

export interface SettledOptions {
  /** How long the state must stay the same, in milliseconds; by default 50. */
  readonly quiet?: number;
  /** How long to wait for that, in milliseconds; by default 1,000. */
  readonly within?: number;
  /** How long to pause between two looks, in milliseconds; by default a tenth of `quiet`. */
  readonly every?: number;
  readonly clock?: Clock;
  /** What is observed, for the message. */
  readonly what?: string;
}

/**
 * Resolves with the probe's value once it has been the same, compared as data, for `quiet` milliseconds. Errors of the probe propagate at
 * once.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { settled } from '@unflake/testkit/until';
 *
 * let count = 0;
 * const timer = setInterval(() => (count < 5 ? (count += 1) : clearInterval(timer)), 2);
 * assert.equal(await settled(() => count, { quiet: 100, within: 5000 }), 5);
 * ```
 */
export async function settled<T>(probe: () => T | Promise<T>, options: SettledOptions = {}): Promise<T> {
  const { quiet = 50, within: span = 1000, clock = systemClock, what = 'the state' } = options;
  const { every = Math.max(quiet / 10, 1) } = options;
  requireAtLeast(0, 'quiet', quiet);
  requireAtLeast(quiet, 'within', span);
  let changes = -1;
  let last = 'none';
  let since = 0;
  const late = (complaint: string) =>
    new UntilTimeoutError(`${what} ${complaint} within ${span} ms; last value: ${last.slice(0, MAX_BRIEF)}`);
  return watch(probe, { span, every, clock, patience: span }, (seen, left) => {
    if (!seen) throw late('was not answered');
    // Converted to text, because a probe may return an object that changes later.
    const text = show(seen.value);
    const now = clock.currentTimeMillis();
    if (text !== last) {
      last = text;
      since = now;
      changes += 1;
    }
    if (now - since >= quiet) return seen;
    if (left <= 0) throw late(`was not the same for ${quiet} ms (${changes} changes)`);
    return undefined;
  });
}
