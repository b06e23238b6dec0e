/**
 * The state of a test clock: its time, its timers, and the two modes. `test-clock.ts` has the interface for tests. A class, because V8
 * optimises code in closures only for the first clock.
 */
import { fail } from '../text/refuse.ts';
import { type Due, DueQueue } from './due-queue.ts';
import { carry, MAX_DELAY_MS, type Moment, nanosOf } from './moment.ts';
import type { Clock, Timer } from './system-clock.ts';
import { turn } from './turn.ts';

// Far more than a program sets for one time on purpose, and still reached within milliseconds.
const MAX_FIRINGS_IN_ONE_MOMENT = 100_000;

export class Timeline {
  readonly queue = new DueQueue<() => void>();
  readonly #base: Clock;
  #relative = false;
  // The time in absolute mode; in relative mode, the offset to the base clock.
  #ms = 0;
  #ns = 0;
  #wake: Timer | undefined;
  // Timers set during the current move and fired without the time advancing: a sign of an endless loop.
  #moveBegan = 0;
  #stalled = 0;

  constructor(base: Clock) {
    this.#base = base;
  }

  ms(): number {
    return this.#ms + this.#baseMs();
  }

  nanos(): bigint {
    return nanosOf([this.#ms, this.#ns]) + (this.#relative ? this.#base.nanoTime() : 0n);
  }

  add(callback: () => void, delay: Moment, every?: Moment): Due<() => void> {
    const timer = this.queue.add(carry(this.ms() + delay[0], this.#ns + delay[1]), callback, every);
    this.#arm();
    return timer;
  }

  /** Sets the offset. Moving forward in the same mode fires timers on the way; otherwise each keeps its remaining delay. */
  jump([ms, ns]: Moment, toRelative: boolean): void {
    if (this.#relative === toRelative && this.#isBefore(ms, ns)) {
      this.#moveTo(ms, ns);
      return;
    }
    const before = this.ms();
    this.#relative = toRelative;
    this.#ms = ms;
    this.queue.shift([this.ms() - before, ns - this.#ns]);
    this.#ns = ns;
    this.#arm();
  }

  advance(by: Moment): void {
    this.#moveTo(...carry(this.#ms + by[0], this.#ns + by[1]));
  }

  /** As `advance`, and lets promises settle before the first timer, after each timer and at the end. */
  async advanceAsync(by: Moment): Promise<void> {
    const until = carry(this.#ms + by[0], this.#ns + by[1]);
    this.#beginMove();
    do await turn();
    while (this.fireNext(...until));
    this.#endMove(...until);
    await turn();
  }

  /** Fires the earliest timer at its own time if it is due by that offset; returns whether there was one. */
  fireNext(untilMs = Infinity, untilNs = 0): boolean {
    const next = this.queue.first;
    if (!next) return false;
    const { ns } = next;
    const ms = next.ms - this.#baseMs();
    if (ms > untilMs || (ms === untilMs && ns > untilNs)) return false;
    if (this.#isBefore(ms, ns)) {
      this.#ms = ms;
      this.#ns = ns;
      this.#stalled = 0;
    } else if (next.order >= this.#moveBegan && ++this.#stalled > MAX_FIRINGS_IN_ONE_MOMENT) {
      fail(`the clock cannot move on from ${this.ms()} ms: timers keep setting timers`);
    }
    this.queue.take(next)();
    return true;
  }

  reset(start: Moment): void {
    this.queue.removeAfter(-Infinity);
    this.jump(start, false);
  }

  #baseMs(): number {
    return this.#relative ? this.#base.currentTimeMillis() : 0;
  }

  #isBefore(ms: number, ns: number): boolean {
    return this.#ms < ms || (this.#ms === ms && this.#ns < ns);
  }

  /** Fires all timers due up to that offset, then stands there. */
  #moveTo(ms: number, ns: number): void {
    this.#beginMove();
    while (this.fireNext(ms, ns));
    this.#endMove(ms, ns);
  }

  #beginMove(): void {
    this.#moveBegan = this.queue.nextOrder;
    this.#stalled = 0;
  }

  #endMove(ms: number, ns: number): void {
    // A callback may itself have moved the time further.
    if (this.#isBefore(ms, ns)) {
      this.#ms = ms;
      this.#ns = ns;
    }
    this.#arm();
  }

  /** In relative mode time passes by itself, so the base clock must wake us for the next timer. */
  #arm(): void {
    if (this.#wake) this.#base.clearTimeout(this.#wake);
    const next = this.queue.first;
    if (!this.#relative || !next) return;
    const delay = Math.min(Math.max(next.ms - this.ms(), 1), MAX_DELAY_MS);
    this.#wake = this.#base.setTimeout(() => this.#moveTo(this.#ms, this.#ns), delay);
  }
}
