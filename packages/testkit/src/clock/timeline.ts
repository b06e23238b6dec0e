/**
 * Where a test clock stands and what is due next: the time, its timers, and the two modes. The words for tests are in
 * `test-clock.ts`.
 */
import { fail } from '../text/refuse.ts';
import { DueQueue } from './due-queue.ts';
import { carry, type Moment, nanosOf, split } from './moment.ts';
import type { AddTimer } from './queue-clock.ts';
import type { Clock, Timer } from './system-clock.ts';
import { turn } from './turn.ts';

// Far above what a program sets for one moment on purpose, and still reached within milliseconds.
const MOST_FIRINGS_IN_ONE_MOMENT = 100_000;
const LONGEST_SYSTEM_DELAY_MS = 2 ** 31 - 1;

export type Timeline = ReturnType<typeof timeline>;

export function timeline(base: Clock) {
  const queue = new DueQueue<() => void>();
  let relative = false;
  // The time is the offset in absolute mode, and the base clock's time plus the offset in relative mode.
  let ms = 0;
  let ns = 0;
  let wake: Timer | undefined;
  // Timers set since the current move began, fired without the time moving on: a sign of an endless loop.
  let moveBegan = 0;
  let stalled = 0;

  const currentMs = () => (relative ? base.currentTimeMillis() + ms : ms);

  const isBehind = (otherMs: number, otherNs: number) => ms < otherMs || (ms === otherMs && ns < otherNs);

  /** In relative mode time passes by itself, so the base clock must wake us for the next timer. */
  const arm = () => {
    base.clearTimeout(wake);
    const next = queue.first;
    if (!relative || !next) return;
    const delay = Math.min(Math.max(next.ms - currentMs(), 1), LONGEST_SYSTEM_DELAY_MS);
    wake = base.setTimeout(() => moveTo(ms, ns), delay);
  };

  const beginMove = () => {
    moveBegan = queue.nextOrder;
    stalled = 0;
  };

  /** Fires the earliest timer if it is due by that offset, at its own time; says whether there was one. */
  const fireNext = (untilMs: number, untilNs: number): boolean => {
    const next = queue.first;
    if (!next) return false;
    const nextMs = relative ? next.ms - base.currentTimeMillis() : next.ms;
    if (nextMs > untilMs || (nextMs === untilMs && next.ns > untilNs)) return false;
    if (isBehind(nextMs, next.ns)) {
      ms = nextMs;
      ns = next.ns;
      stalled = 0;
    } else if (next.order >= moveBegan && ++stalled > MOST_FIRINGS_IN_ONE_MOMENT) {
      fail(`timers keep setting timers for the same moment (${currentMs()} ms): the clock cannot move on`);
    }
    queue.take(next)();
    return true;
  };

  const finishMove = (untilMs: number, untilNs: number) => {
    // A callback may itself have moved the time further.
    if (isBehind(untilMs, untilNs)) {
      ms = untilMs;
      ns = untilNs;
    }
    if (relative) arm();
  };

  /** Fires all that is due up to that offset, then stands there. */
  const moveTo = (untilMs: number, untilNs: number) => {
    beginMove();
    while (fireNext(untilMs, untilNs));
    finishMove(untilMs, untilNs);
  };

  const add: AddTimer = (callback, delay, every) => {
    const timer = queue.add(carry(currentMs() + delay[0], ns + delay[1]), callback, every);
    if (relative) arm();
    return timer;
  };

  return {
    queue,
    add,
    currentMs,
    nanos: () => (relative ? base.nanoTime() : 0n) + nanosOf([ms, ns]),

    /** Sets the offset. Forward in the same mode, timers fire on the way; otherwise each keeps what is left of its delay. */
    jump(offset: number, toRelative: boolean): void {
      const [toMs, toNs] = split(offset);
      if (relative === toRelative && isBehind(toMs, toNs)) {
        moveTo(toMs, toNs);
        return;
      }
      const before: Moment = [currentMs(), ns];
      relative = toRelative;
      ms = toMs;
      ns = toNs;
      queue.shift([currentMs() - before[0], ns - before[1]]);
      arm();
    },

    advance: ([byMs, byNs]: Moment) => moveTo(...carry(ms + byMs, ns + byNs)),

    async advanceAsync([byMs, byNs]: Moment): Promise<void> {
      const until = carry(ms + byMs, ns + byNs);
      beginMove();
      do await turn();
      while (fireNext(...until));
      finishMove(...until);
      await turn();
    },

    advanceToNext: () => fireNext(Infinity, 0),

    reset(startMs: number): void {
      queue.removeAfter(-Infinity);
      relative = false;
      [ms, ns] = split(startMs);
      arm();
    },
  };
}
