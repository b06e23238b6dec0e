/** What the clocks for tests have in common: timers in a queue, and everything that is made of them. */
import { requireAtLeast } from '../text/refuse.ts';
import { sleepOn } from './sleep.ts';
import type { Clock, SleepOptions, Timer } from './system-clock.ts';
import type { QueuedTimer, TimerQueue } from './timer-queue.ts';

// An interval shorter than a nanosecond would be none.
const SHORTEST_INTERVAL_MS = 1e-6;

export abstract class QueueClock implements Clock {
  protected readonly queue: TimerQueue;

  constructor(queue: TimerQueue) {
    this.queue = queue;
  }

  abstract currentTimeMillis(): number;
  abstract nanoTime(): bigint;
  protected abstract add(callback: () => void, ms: number, kind: 'once' | 'every'): QueuedTimer;

  /** How many timers are pending; on a shared clock, how many of this thread's. */
  get pending(): number {
    return this.queue.size;
  }

  setTimeout(callback: () => void, ms: number): Timer {
    requireAtLeast(0, 'the delay', ms);
    return this.#start(callback, ms, 'once');
  }

  setInterval(callback: () => void, ms: number): Timer {
    requireAtLeast(SHORTEST_INTERVAL_MS, 'the interval', ms);
    return this.#start(callback, ms, 'every');
  }

  clearTimeout(timer: Timer | undefined): void {
    if (timer !== undefined) this.queue.clear(timer as unknown as QueuedTimer);
  }

  clearInterval(timer: Timer | undefined): void {
    this.clearTimeout(timer);
  }

  sleep(ms: number, options?: SleepOptions): Promise<void> {
    return sleepOn(this, ms, options);
  }

  #start(callback: () => void, ms: number, kind: 'once' | 'every'): Timer {
    if (typeof callback !== 'function') throw new TypeError('a timer needs a function to call');
    return this.add(callback, ms, kind) as unknown as Timer;
  }
}
