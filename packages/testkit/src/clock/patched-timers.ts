/** The timer functions of the platform on top of a clock, with the platform's own lenience about their arguments. */
import type { Clock, Timer } from './system-clock.ts';

const LONGEST_DELAY_MS = 2 ** 31 - 1;
const PROMISIFY = Symbol.for('nodejs.util.promisify.custom');

/** What the patched functions return: an object as in Node, which turns into a number as in a browser. */
class PatchedTimer {
  readonly #id: number;
  readonly #schedule: (self: PatchedTimer) => Timer;
  readonly #clock: Clock;
  #timer: Timer | undefined;

  constructor(id: number, clock: Clock, schedule: (self: PatchedTimer) => Timer) {
    this.#id = id;
    this.#clock = clock;
    this.#schedule = schedule;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  /** Starts the wait anew; in Node, code uses this to push a time-out back. */
  refresh(): this {
    this.close();
    this.#timer = this.#schedule(this);
    return this;
  }

  close(): this {
    this.#clock.clearTimeout(this.#timer);
    return this;
  }

  [Symbol.toPrimitive](): number {
    return this.#id;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

/** The functions, by the names that they have on the global object. */
export function patchTimers(clock: Clock): Record<string, unknown> {
  const live = new Map<number, PatchedTimer>();
  let lastId = 0;

  const start = (kind: 'once' | 'every', callback: unknown, ms: number, args: unknown[]): PatchedTimer => {
    if (typeof callback !== 'function') throw new TypeError('the callback must be a function');
    lastId += 1;
    const id = lastId;
    const call = () => {
      if (kind === 'once') live.delete(id);
      callback(...args);
    };
    const timer = new PatchedTimer(id, clock, (self) => {
      live.set(id, self);
      return kind === 'once' ? clock.setTimeout(call, ms) : clock.setInterval(call, ms);
    });
    return timer.refresh();
  };

  const clear = (handle: unknown): void => {
    const id = Number(handle ?? 0);
    live.get(id)?.close();
    live.delete(id);
  };

  const setTimeout = (callback: unknown, ms?: unknown, ...args: unknown[]) => start('once', callback, delay(ms), args);
  const promised = (ms?: unknown, value?: unknown) => clock.sleep(delay(ms)).then(() => value);
  return {
    setTimeout: Object.assign(setTimeout, { [PROMISIFY]: promised }),
    setInterval: (callback: unknown, ms?: unknown, ...args: unknown[]) => start('every', callback, delay(ms), args),
    setImmediate: (callback: unknown, ...args: unknown[]) => start('once', callback, 0, args),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  };
}

/** As Node reads it: whatever is not between 1 and 2^31 − 1 is 1. */
function delay(ms: unknown): number {
  const whole = Math.trunc(Number(ms));
  return whole >= 1 && whole <= LONGEST_DELAY_MS ? whole : 1;
}
