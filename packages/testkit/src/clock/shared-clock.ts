/**
 * A test clock for several threads: one time in a SharedArrayBuffer, moved and read with atomics; each thread owns and fires its own
 * timers. Within one thread, use `TestClock`.
 */
import { requireAtLeast, requireThat } from '../text/refuse.ts';
import { DueQueue } from './due-queue.ts';
import { type Moment, NANOS_PER_MS, nanosOf, split } from './moment.ts';
import { QueueClock, type QueuedTimer, type TimerQueue } from './queue-clock.ts';
import { systemClock, type Timer } from './system-clock.ts';
import { turn } from './turn.ts';
import { changeOf } from './word-change.ts';

// The buffer: nanoseconds since 1970 as one 64-bit word, so that no thread sees a torn value; then a count of moves.
const BUFFER_BYTES = 16;
const MOVES_AT = 2;
// A pending timer must keep its thread alive, and an atomic wait does not. Longer than any test.
const KEEP_ALIVE_MS = 2 ** 30;

/**
 * A clock whose time all threads share. A timer fires in the thread that set it: at once when that thread moves the
 * time, else as soon as it learns of the move. Time only goes forward.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { SharedClock } from '@unflake/testkit/clock';
 *
 * const clock = new SharedClock(1000);
 * // A worker does this with the buffer that it gets as its workerData.
 * const elsewhere = new SharedClock(clock.buffer);
 * clock.advance(500);
 * assert.equal(elsewhere.currentTimeMillis(), 1500);
 * ```
 */
export class SharedClock extends QueueClock {
  /** Pass this to another thread; `new SharedClock(buffer)` there is the same clock. */
  readonly buffer: SharedArrayBuffer;
  readonly #nanos: BigInt64Array;
  readonly #words: Int32Array;
  readonly #queue: TimerQueue;
  #alive: Timer | undefined;

  constructor(start: number | SharedArrayBuffer = 0) {
    const queue = new DueQueue<() => void>();
    super(queue, (callback, delay, every) => {
      const due = this.nanoTime() + nanosOf(delay);
      const timer = queue.add([Number(due / NANOS_PER_MS), Number(due % NANOS_PER_MS)], callback, every);
      if (!this.#alive) void this.#watch();
      return timer;
    });
    const buffer = typeof start === 'number' ? new SharedArrayBuffer(BUFFER_BYTES) : start;
    const holds = buffer instanceof SharedArrayBuffer && buffer.byteLength === BUFFER_BYTES;
    requireThat(holds, 'a shared clock starts at a time, or from the buffer of another one', start);
    this.buffer = buffer;
    this.#queue = queue;
    this.#nanos = new BigInt64Array(buffer);
    this.#words = new Int32Array(buffer);
    if (typeof start === 'number') this.setTime(start);
  }

  currentTimeMillis(): number {
    return Number(this.nanoTime() / NANOS_PER_MS);
  }

  nanoTime(): bigint {
    return Atomics.load(this.#nanos, 0);
  }

  override clearTimeout(timer: Timer | undefined): void {
    super.clearTimeout(timer);
    // It may have been the last one; then nothing keeps this thread alive.
    this.#announce();
  }

  /** Sets the time, in milliseconds since 1970, for every thread. Going back is refused, because timers in other threads rely on it. */
  setTime(ms: number): void {
    requireAtLeast(0, 'the time', ms);
    const target = nanosOf(split(ms));
    for (;;) {
      const now = this.nanoTime();
      requireThat(target >= now, `a shared clock only goes forward from ${this.currentTimeMillis()} ms`, ms);
      if (Atomics.compareExchange(this.#nanos, 0, now, target) === now) break;
    }
    this.#announce();
    this.#fireDue();
  }

  /** For every thread at once. */
  protected override moveBy(by: Moment): void {
    Atomics.add(this.#nanos, 0, nanosOf(by));
    this.#announce();
    this.#fireDue();
  }

  /** Wakes every thread that waits for a move. */
  #announce(): void {
    Atomics.add(this.#words, MOVES_AT, 1);
    Atomics.notify(this.#words, MOVES_AT);
  }

  /** Runs while this thread has timers, and fires them when other threads move the time. */
  async #watch(): Promise<void> {
    this.#alive = systemClock.setInterval(() => {}, KEEP_ALIVE_MS);
    try {
      while (this.pending) {
        // Never within the call that set the timer; and code between two rounds can run.
        await turn();
        // Read before the time: a move in between changes it, and the wait ends at once.
        const moves = Atomics.load(this.#words, MOVES_AT);
        this.#fireDue();
        if (this.pending && !this.#due()) await changeOf(this.#words, MOVES_AT, moves);
      }
    } finally {
      systemClock.clearInterval(this.#alive);
      this.#alive = undefined;
    }
  }

  /** Fires timers that are due and were set before this call; those that callbacks set wait for the next round. */
  #fireDue(): void {
    const end = this.#queue.nextOrder;
    for (let next = this.#due(); next && next.order < end; next = this.#due()) this.#queue.take(next)();
  }

  #due(): QueuedTimer | undefined {
    const next = this.#queue.first;
    return next && nanosOf([next.ms, next.ns]) <= this.nanoTime() ? next : undefined;
  }
}
