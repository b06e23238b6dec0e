/** Every phase of an operation ends at its timeout: not earlier, not later, and without changes. */
import type { TestClock } from '../clock.ts';
import { asError } from '../text/as-error.ts';
import { requireAtLeast } from '../text/refuse.ts';
import { brief, show } from '../text/show.ts';
import { requireKept, requireSame } from './pattern-error.ts';

export interface TimedPhase<A> {
  /** The name of the phase, such as prepare or commit. */
  readonly name: string;
  /** The timeout of the phase in milliseconds. */
  readonly within: number;
  /** Starts the operation so that it hangs in this phase. */
  readonly start: () => Promise<A>;
}

export interface TimingOut<A> {
  readonly clock: TestClock;
  readonly phases: readonly TimedPhase<A>[];
  /** True if a result says that the operation timed out. If the operation throws, its error is passed. */
  readonly isTimedOut: (answer: A | Error) => boolean;
  /** State that must be the same after a timeout as before, as data. */
  readonly state?: () => unknown;
}

/**
 * For each phase: starts the operation so that it hangs there, and fails if it ends before the timeout, has not ended at the timeout, does
 * not report the timeout, or has changed the state.
 *
 * @example
 * ```ts
 * import { TestClock } from '@unflake/testkit/clock';
 * import { assertTimesOut } from '@unflake/testkit/patterns';
 *
 * const clock = new TestClock();
 * const stuck = (ms: number) => () => clock.sleep(ms).then(() => ({ timedOut: true }));
 * await assertTimesOut({
 *   clock,
 *   phases: [
 *     { name: 'prepare', within: 100, start: stuck(100) },
 *     { name: 'commit', within: 300, start: stuck(300) },
 *   ],
 *   isTimedOut: (answer) => 'timedOut' in answer,
 * });
 * ```
 */
export async function assertTimesOut<A>({ clock, phases, isTimedOut, state }: TimingOut<A>): Promise<void> {
  for (const { name, within, start } of phases) {
    requireAtLeast(1, `the time-out of ${name}`, within);
    const before = show(await state?.());
    const ended: (A | Error)[] = [];
    void start()
      .catch(asError)
      .then((answer) => ended.push(answer));
    await clock.advanceAsync(within - 1);
    requireKept(!ended.length, `${name} ended before its time-out of ${within} ms: ${brief(ended[0])}`);
    await clock.advanceAsync(1);
    requireKept(ended.length > 0, `${name} had not ended at its time-out of ${within} ms`);
    requireKept(isTimedOut(ended[0]!), `${name} does not say that it timed out: ${brief(ended[0])}`);
    requireSame(`the time-out of ${name} changed the state`, before, show(await state?.()));
  }
}
