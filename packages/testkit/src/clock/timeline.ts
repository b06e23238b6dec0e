/**
 * Where a test clock stands and what is due next: the time, its timers, and the two modes. The words for tests are in
 * `test-clock.ts`.
 */
import { carry, type Moment, split } from './moment.ts';
import type { Clock, Timer } from './system-clock.ts';
import { type QueuedTimer, TimerQueue } from './timer-queue.ts';

// Far above what a program sets for one moment on purpose, and still reached within milliseconds.
const MOST_FIRINGS_IN_ONE_MOMENT = 100_000;
const LONGEST_SYSTEM_DELAY_MS = 2 ** 31 - 1;

export class Timeline {
  readonly queue = new TimerQueue();
  readonly #base: Clock;
  #relative = false;
  // The time is the offset in absolute mode, and the base clock's time plus the offset in relative mode.
  #ms = 0;
  #ns = 0;
  #wake: Timer | undefined;
  // Timers set since the current move began, fired without the time moving on: a sign of an endless loop.
  #moveBegan = 0;
  #stalled = 0;

  constructor(base: Clock) {
    this.#base = base;
  }

  get ms(): number {
    return this.#relative ? this.#base.currentTimeMillis() + this.#ms : this.#ms;
  }

  get nanos(): bigint {
    const offset = BigInt(this.#ms) * 1_000_000n + BigInt(this.#ns);
    return this.#relative ? this.#base.nanoTime() + offset : offset;
  }

  add(callback: () => void, delayMs: number, kind: 'once' | 'every'): QueuedTimer {
    const delay = split(delayMs);
    const [ms, ns] = carry(this.ms + delay[0], this.#ns + delay[1]);
    const timer = this.queue.add(ms, ns, callback, kind === 'every' ? delay : undefined);
    if (this.#relative) this.#arm();
    return timer;
  }

  /** Sets the offset. Forward in the same mode, timers fire on the way; otherwise each keeps what is left of its delay. */
  jump(mode: 'absolute' | 'relative', offset: number): void {
    const [ms, ns] = split(offset);
    const sameMode = this.#relative === (mode === 'relative');
    if (sameMode && this.#isBehind(ms, ns)) {
      this.moveTo(ms, ns);
      return;
    }
    const before = { ms: this.ms, ns: this.#ns };
    this.#relative = mode === 'relative';
    this.#ms = ms;
    this.#ns = ns;
    this.queue.shift(this.ms - before.ms, ns - before.ns);
    this.#arm();
  }

  /** The offset that lies that much after the current one. */
  after(ms: number, ns: number): Moment {
    return carry(this.#ms + ms, this.#ns + ns);
  }

  beginMove(): void {
    this.#moveBegan = this.queue.nextOrder;
    this.#stalled = 0;
  }

  /** Fires all that is due up to that offset, then stands there. */
  moveTo(ms: number, ns: number): void {
    this.beginMove();
    while (this.fireNext(ms, ns));
    this.finishMove(ms, ns);
  }

  finishMove(ms: number, ns: number): void {
    // A callback may itself have moved the time further.
    if (this.#isBehind(ms, ns)) {
      this.#ms = ms;
      this.#ns = ns;
    }
    if (this.#relative) this.#arm();
  }

  /** Fires the earliest timer if it is due by that offset, at its own time; says whether there was one. */
  fireNext(untilMs: number, untilNs: number): boolean {
    const next = this.queue.peek();
    if (next === undefined) return false;
    const offsetMs = this.#relative ? next.ms - this.#base.currentTimeMillis() : next.ms;
    if (offsetMs > untilMs || (offsetMs === untilMs && next.ns > untilNs)) return false;
    if (this.#isBehind(offsetMs, next.ns)) {
      this.#ms = offsetMs;
      this.#ns = next.ns;
      this.#stalled = 0;
    } else if (next.order >= this.#moveBegan) {
      this.#stalled += 1;
      if (this.#stalled > MOST_FIRINGS_IN_ONE_MOMENT) {
        throw new Error(`timers keep setting timers for the same moment (${this.ms} ms): the clock cannot move on`);
      }
    }
    this.queue.take(next)();
    return true;
  }

  reset(startMs: number): void {
    this.queue.clearAll();
    this.#relative = false;
    [this.#ms, this.#ns] = split(startMs);
    this.#arm();
  }

  #isBehind(ms: number, ns: number): boolean {
    return this.#ms < ms || (this.#ms === ms && this.#ns < ns);
  }

  /** In relative mode time passes by itself, so the base clock must wake us for the next timer. */
  #arm(): void {
    this.#base.clearTimeout(this.#wake);
    this.#wake = undefined;
    const next = this.#relative ? this.queue.peek() : undefined;
    if (next === undefined) return;
    const delay = Math.min(Math.max(next.ms - this.ms, 1), LONGEST_SYSTEM_DELAY_MS);
    this.#wake = this.#base.setTimeout(() => this.moveTo(this.#ms, this.#ns), delay);
  }
}
