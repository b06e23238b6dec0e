/** The clock interface that code accepts instead of reading the time itself, and the real clock. `test-clock.ts` has clocks for tests. */
import { requireAtLeast } from '../text/refuse.ts';
import { sleepOn } from './sleep.ts';

declare const timer: unique symbol;

/** The return value of `setTimeout` and `setInterval`; only useful for clearing. */
export interface Timer {
  readonly [timer]: true;
}

export interface SleepOptions {
  /** Ends the sleep early; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Everything that code needs from a clock. Accept one as an argument, and a test can control the time. */
export interface Clock {
  /** Milliseconds since 1970, as `Date.now()`. */
  currentTimeMillis(): number;
  /** Nanoseconds since an arbitrary fixed time; only differences are meaningful. */
  nanoTime(): bigint;
  setTimeout(callback: () => void, ms: number): Timer;
  clearTimeout(timer: Timer | undefined): void;
  setInterval(callback: () => void, ms: number): Timer;
  clearInterval(timer: Timer | undefined): void;
  /** Resolves after that many milliseconds of this clock. */
  sleep(ms: number, options?: SleepOptions): Promise<void>;
}

// Saved when the module loads, so that the system clock stays real under any fake timers.
const { setTimeout, clearTimeout, setInterval, clearInterval, performance } = globalThis;
const { now } = Date;

/**
 * The real time of this machine, also while `installGlobals` or a runner's own fake timers are in force.
 *
 * @example
 * ```ts
 * import { type Clock, systemClock } from '@unflake/testkit/clock';
 *
 * class Session {
 *   readonly #clock: Clock;
 *   readonly #expires: number;
 *   constructor(clock: Clock = systemClock) {
 *     this.#clock = clock;
 *     this.#expires = clock.currentTimeMillis() + 60_000;
 *   }
 *   get expired(): boolean {
 *     return this.#clock.currentTimeMillis() >= this.#expires;
 *   }
 * }
 * console.log(new Session().expired);
 * ```
 */
export const systemClock: Clock = {
  currentTimeMillis: () => now(),
  nanoTime: () => BigInt(Math.round(performance.now() * 1e6)),
  setTimeout: (callback, ms) => {
    requireAtLeast(0, 'the delay', ms);
    return setTimeout(callback, ms) as unknown as Timer;
  },
  clearTimeout: (held) => clearTimeout(held as unknown as Parameters<typeof clearTimeout>[0]),
  setInterval: (callback, ms) => {
    requireAtLeast(1, 'the interval', ms);
    return setInterval(callback, ms) as unknown as Timer;
  },
  clearInterval: (held) => clearInterval(held as unknown as Parameters<typeof clearInterval>[0]),
  sleep: (ms, options) => sleepOn(systemClock, ms, options),
};
