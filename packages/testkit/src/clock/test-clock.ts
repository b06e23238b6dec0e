/**
 * The test clock: time moves only when the test moves it. `timeline.ts` implements movement and firing; `shared-clock.ts` handles threads,
 * and `install-globals.ts` code that accepts no clock.
 */
import { fail, requireAtLeast, requireFinite } from '../text/refuse.ts';
import { type Moment, split } from './moment.ts';
import { QueueClock } from './queue-clock.ts';
import { type Clock, systemClock } from './system-clock.ts';
import { Timeline } from './timeline.ts';
import { turn } from './turn.ts';

export interface TestClockOptions {
  /** The clock that relative mode adds its skew to; by default the system clock. */
  readonly base?: Clock;
}

export interface RunOptions {
  /** The maximum number of timers before the run is aborted; by default 100,000. */
  readonly limit?: number;
}

const MAX_FIRINGS = 100_000;

/**
 * A clock for tests. Absolute mode (the default) stands still until it is moved; relative mode (`setSkew`) runs at an offset to the system
 * clock. A callback that throws ends the move: the clock then stands at that timer's time, and later timers are still pending.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { TestClock } from '@unflake/testkit/clock';
 *
 * const clock = new TestClock(1000);
 * const fired: string[] = [];
 * clock.setTimeout(() => fired.push('late'), 100);
 * clock.setTimeout(() => fired.push('early'), 50);
 * clock.advance(99);
 * assert.deepEqual(fired, ['early']);
 * clock.advance(1);
 * assert.deepEqual(fired, ['early', 'late']);
 * assert.equal(clock.currentTimeMillis(), 1100);
 * assert.equal(clock.nanoTime(), 1_100_000_000n);
 * ```
 */
export class TestClock extends QueueClock {
  readonly #timeline: Timeline;
  readonly #start: number;

  constructor(startMs = 0, { base = systemClock }: TestClockOptions = {}) {
    requireAtLeast(0, 'the start time', startMs);
    const timeline = new Timeline(base);
    super(timeline.queue, (...timer) => timeline.add(...timer));
    this.#start = startMs;
    this.#timeline = timeline;
    this.reset();
  }

  currentTimeMillis(): number {
    return this.#timeline.ms();
  }

  nanoTime(): bigint {
    return this.#timeline.nanos();
  }

  /** Absolute mode, that many milliseconds after 1970. Timers fire on the way forward, and keep their delay on the way back. */
  setTime(ms: number): void {
    requireAtLeast(0, 'the time', ms);
    this.#timeline.jump(split(ms), false);
  }

  /** Relative mode, that many milliseconds ahead of the system clock; behind it when negative. */
  setSkew(ms: number): void {
    requireFinite('the skew', ms);
    this.#timeline.jump(split(ms), true);
  }

  /** Each timer fires at its own time, in due order. */
  protected override moveBy(by: Moment): void {
    this.#timeline.advance(by);
  }

  /** As `advance`, and lets promises settle before the first timer, after each timer and at the end. */
  async advanceAsync(ms: number): Promise<void> {
    requireAtLeast(0, 'the advance', ms);
    await this.#timeline.advanceAsync(split(ms));
  }

  /** Moves the time to the next timer and fires it; false if none is pending. */
  advanceToNext(): boolean {
    return this.#timeline.fireNext();
  }

  /** Fires timer after timer, letting promises settle in between, until none is left; returns how many fired. */
  runUntilIdle({ limit = MAX_FIRINGS }: RunOptions = {}): Promise<number> {
    return this.#run(limit, () => true);
  }

  /**
   * Moves the time from timer to timer until the promise settles, and returns its result. Throws if no timer is left and the promise is
   * still pending: the code under test waits for something that this clock cannot provide.
   */
  async drive<T>(promise: Promise<T>, { limit = MAX_FIRINGS }: RunOptions = {}): Promise<T> {
    let open = true;
    const close = () => {
      open = false;
    };
    promise.then(close, close);
    await this.#run(limit, () => open);
    if (open) fail(`no timer is pending at ${this.currentTimeMillis()} ms, and the promise has not settled`);
    return promise;
  }

  /** Resets to absolute mode, the initial time, and no timers. */
  reset(): void {
    this.#timeline.reset(split(this.#start));
  }

  async #run(limit: number, goesOn: () => boolean): Promise<number> {
    let fired = 0;
    for (await turn(); goesOn(); fired += 1) {
      const left = this.pending;
      if (fired >= limit && left)
        fail(`${left} timers are still pending after ${fired} have fired; is one an interval?`);
      if (!this.advanceToNext()) break;
      await turn();
    }
    return fired;
  }
}
