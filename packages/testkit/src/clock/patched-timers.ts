/** The platform's timer functions on top of a clock, as lenient about their arguments as the platform. */
import { requireCallback } from '../text/refuse.ts';
import { MAX_DELAY_MS } from './moment.ts';
import type { Clock, Timer } from './system-clock.ts';

const PROMISIFY = Symbol.for('nodejs.util.promisify.custom');

/** The return value of the patched functions: an object as in Node, which converts to a number as in a browser. */
interface PatchedTimer extends Disposable {
  ref(): this;
  unref(): this;
  hasRef(): boolean;
  /** Restarts the delay; in Node, code uses this to postpone a timeout. */
  refresh(): this;
  close(): this;
  [Symbol.toPrimitive](): number;
}

/** The functions, by the names that they have on the global object. */
export function patchTimers(clock: Clock): Record<string, unknown> {
  const live = new Map<number, PatchedTimer>();
  let lastId = 0;

  const start = (set: 'setTimeout' | 'setInterval', callback: unknown, ms: number, args: unknown[]): PatchedTimer => {
    requireCallback(callback);
    const id = ++lastId;
    let held: Timer | undefined;
    const call = () => {
      if (set === 'setTimeout') live.delete(id);
      (callback as (...args: unknown[]) => void)(...args);
    };
    const self = () => timer;
    const close = () => {
      clock.clearTimeout(held);
      live.delete(id);
      return timer;
    };
    const timer: PatchedTimer = {
      ref: self,
      unref: self,
      hasRef: () => true,
      refresh: () => {
        close();
        live.set(id, timer);
        held = clock[set](call, ms);
        return timer;
      },
      close,
      [Symbol.toPrimitive]: () => id,
      [Symbol.dispose]: close,
    };
    return timer.refresh();
  };

  const clear = (handle: unknown) => {
    live.get(Number(handle))?.close();
  };

  const setTimeout = (callback: unknown, ms?: unknown, ...args: unknown[]) =>
    start('setTimeout', callback, delay(ms), args);
  const promised = (ms?: unknown, value?: unknown) => clock.sleep(delay(ms)).then(() => value);
  return {
    setTimeout: Object.assign(setTimeout, { [PROMISIFY]: promised }),
    setInterval: (callback: unknown, ms?: unknown, ...args: unknown[]) =>
      start('setInterval', callback, delay(ms), args),
    setImmediate: (callback: unknown, ...args: unknown[]) => start('setTimeout', callback, 0, args),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  };
}

/** Like Node: any value that is not between 1 and 2^31 − 1 becomes 1. */
function delay(ms: unknown): number {
  const whole = Math.trunc(Number(ms));
  return whole >= 1 && whole <= MAX_DELAY_MS ? whole : 1;
}
