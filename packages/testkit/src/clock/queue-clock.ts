/** Shared by the test clocks: timers in a queue, and everything built on them. */
import { requireAtLeast, requireCallback, requireWhole } from '../text/refuse.ts';
import type { Due, DueQueue } from './due-queue.ts';
import { carry, type Moment, split } from './moment.ts';
import { sleepOn } from './sleep.ts';
import type { Clock, SleepOptions, Timer } from './system-clock.ts';

/** Adds a timer to the queue, due after the delay. */
export type AddTimer = (callback: () => void, delay: Moment, every?: Moment) => QueuedTimer;

export type QueuedTimer = Due<() => void>;
export type TimerQueue = DueQueue<() => void>;

// An interval below a nanosecond would never advance.
const MIN_INTERVAL_MS = 1e-6;

export abstract class QueueClock implements Clock {
  readonly #queue: TimerQueue;
  readonly #add: AddTimer;

  constructor(queue: TimerQueue, add: AddTimer) {
    this.#queue = queue;
    this.#add = add;
  }

  abstract currentTimeMillis(): number;
  abstract nanoTime(): bigint;
  protected abstract moveBy(by: Moment): void;

  /** The number of pending timers; on a shared clock, those of this thread. */
  get pending(): number {
    return this.#queue.size;
  }

  /** Moves the time on, and fires every timer that falls due. */
  advance(ms: number): void {
    requireAtLeast(0, 'the advance', ms);
    this.moveBy(split(ms));
  }

  /** As `advance`, in nanoseconds: a million of them are one millisecond. */
  advanceNanos(ns: number | bigint): void {
    requireWhole(0, 'the advance in nanoseconds', Number(ns));
    this.moveBy(carry(0, Number(ns)));
  }

  setTimeout(callback: () => void, ms: number): Timer {
    requireAtLeast(0, 'the delay', ms);
    requireCallback(callback);
    return this.#add(callback, split(ms)) as unknown as Timer;
  }

  setInterval(callback: () => void, ms: number): Timer {
    requireAtLeast(MIN_INTERVAL_MS, 'the interval', ms);
    requireCallback(callback);
    return this.#add(callback, split(ms), split(ms)) as unknown as Timer;
  }

  clearTimeout(timer: Timer | undefined): void {
    if (timer) this.#queue.remove(timer as unknown as QueuedTimer);
  }

  clearInterval(timer: Timer | undefined): void {
    this.clearTimeout(timer);
  }

  sleep(ms: number, options?: SleepOptions): Promise<void> {
    return sleepOn(this, ms, options);
  }
}
