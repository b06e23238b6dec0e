/**
 * A test clock for several threads: one time in a SharedArrayBuffer, moved and read with atomics; each thread keeps
 * and fires its own timers. Within one thread, use `TestClock`.
 */
import { requireAtLeast, requireThat, requireWhole } from '../text/refuse.ts';
import { split } from './moment.ts';
import { QueueClock } from './queue-clock.ts';
import { systemClock, type Timer } from './system-clock.ts';
import { type QueuedTimer, TimerQueue } from './timer-queue.ts';
import { turn } from './turn.ts';
import { changeOf } from './word-change.ts';

// The buffer: nanoseconds since 1970 as one 64-bit word, so that no thread sees half a move; then a count of moves.
const BUFFER_BYTES = 16;
const MOVES_AT = 2;
// A pending timer must keep its thread alive, and waiting for an atomic does not. Longer than any test.
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
  /** Hand this to another thread; `new SharedClock(buffer)` there is the same clock. */
  readonly buffer: SharedArrayBuffer;
  readonly #nanos: BigInt64Array;
  readonly #words: Int32Array;
  #watching = false;
  #alive: Timer | undefined;

  constructor(start: number | SharedArrayBuffer = 0) {
    super(new TimerQueue());
    if (typeof start === 'number') requireAtLeast(0, 'the start time', start);
    else {
      const holds = start instanceof SharedArrayBuffer && start.byteLength === BUFFER_BYTES;
      requireThat(holds, 'a shared clock starts at a number of milliseconds, or from the buffer of another one', start);
    }
    this.buffer = typeof start === 'number' ? new SharedArrayBuffer(BUFFER_BYTES) : start;
    this.#nanos = new BigInt64Array(this.buffer, 0, 1);
    this.#words = new Int32Array(this.buffer);
    if (typeof start === 'number') this.#nanos[0] = nanosOf(start);
  }

  currentTimeMillis(): number {
    return Number(this.nanoTime() / 1_000_000n);
  }

  nanoTime(): bigint {
    return Atomics.load(this.#nanos, 0);
  }

  override clearTimeout(timer: Timer | undefined): void {
    super.clearTimeout(timer);
    this.#keepAlive();
  }

  /** Sets the time, in milliseconds since 1970, for every thread. Going back is refused: timers elsewhere count on it. */
  setTime(ms: number): void {
    requireAtLeast(0, 'the time', ms);
    const target = nanosOf(ms);
    for (;;) {
      const now = this.nanoTime();
      requireThat(target >= now, `a shared clock only goes forward from ${this.currentTimeMillis()} ms`, ms);
      if (Atomics.compareExchange(this.#nanos, 0, now, target) === now) break;
    }
    this.#announce();
  }

  /** Moves the time on for every thread. */
  advance(ms: number): void {
    requireAtLeast(0, 'the advance', ms);
    Atomics.add(this.#nanos, 0, nanosOf(ms));
    this.#announce();
  }

  /** As `advance`, in nanoseconds. */
  advanceNanos(ns: number | bigint): void {
    requireWhole(0, 'the advance in nanoseconds', Number(ns));
    Atomics.add(this.#nanos, 0, BigInt(ns));
    this.#announce();
  }

  #announce(): void {
    Atomics.add(this.#words, MOVES_AT, 1);
    Atomics.notify(this.#words, MOVES_AT);
    this.#fireDue();
  }

  protected override add(callback: () => void, ms: number, kind: 'once' | 'every'): QueuedTimer {
    const due = this.nanoTime() + nanosOf(ms);
    const every = kind === 'every' ? split(ms) : undefined;
    const timer = this.queue.add(Number(due / 1_000_000n), Number(due % 1_000_000n), callback, every);
    this.#keepAlive();
    if (!this.#watching) void this.#watch();
    return timer;
  }

  /** Runs while this thread has timers, and fires them as other threads move the time. */
  async #watch(): Promise<void> {
    this.#watching = true;
    try {
      while (this.queue.size > 0) {
        // Never within the call that set the timer; and code between two rounds gets its turn.
        await turn();
        // Read before looking at the time: a move in between then changes it, and the wait ends at once.
        const moves = Atomics.load(this.#words, MOVES_AT);
        this.#fireDue();
        if (this.queue.size > 0 && !this.#isDue()) await changeOf(this.#words, MOVES_AT, moves);
      }
    } finally {
      this.#watching = false;
    }
  }

  /** Fires what is due and was set before this call; what the callbacks set is left to the next round. */
  #fireDue(): void {
    const { nextOrder } = this.queue;
    while (this.#isDue()) {
      const next = this.queue.peek()!;
      if (next.order >= nextOrder) break;
      const callback = this.queue.take(next);
      this.#keepAlive();
      callback();
    }
  }

  #isDue(): boolean {
    const next = this.queue.peek();
    return next !== undefined && BigInt(next.ms) * 1_000_000n + BigInt(next.ns) <= this.nanoTime();
  }

  #keepAlive(): void {
    if (this.queue.size === 0) {
      systemClock.clearInterval(this.#alive);
      this.#alive = undefined;
    } else {
      this.#alive ??= systemClock.setInterval(() => {}, KEEP_ALIVE_MS);
    }
  }
}

function nanosOf(ms: number): bigint {
  const [whole, ns] = split(ms);
  return BigInt(whole) * 1_000_000n + BigInt(ns);
}
