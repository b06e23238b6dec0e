import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type InstalledGlobals, installGlobals, systemClock, TestClock } from '../../src/clock.ts';

const NEW_YEAR = Date.UTC(2030, 0, 1);
const NAMES = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate'];

let clock: TestClock;
let globals: InstalledGlobals;

beforeEach(() => {
  clock = new TestClock(NEW_YEAR);
  globals = installGlobals(clock);
});
afterEach(() => globals.uninstall());

describe('Date', () => {
  test('without arguments is the clock’s time, and with arguments what they say', () => {
    expect(Date.now()).toBe(NEW_YEAR);
    expect(new Date().toISOString()).toBe('2030-01-01T00:00:00.000Z');
    clock.advance(1500);
    expect(new Date().toISOString()).toBe('2030-01-01T00:00:01.500Z');
    expect(new Date(0).toISOString()).toBe('1970-01-01T00:00:00.000Z');
    expect(new Date(2020, 5, 1).getFullYear()).toBe(2020);
    expect(Date.UTC(2020, 0)).toBe(1577836800000);
    expect(Date.parse('2020-01-01T00:00:00Z')).toBe(1577836800000);
  });

  test('called without new gives the clock’s time as text', () => {
    const call = Date as unknown as (year?: number) => string;
    expect(call(1999)).toBe(new Date(NEW_YEAR).toString());
  });

  test('can be subclassed, and instanceof holds for dates from before and after', () => {
    class Birthday extends Date {
      get isNewYear() {
        return this.getUTCMonth() === 0 && this.getUTCDate() === 1;
      }
    }
    const birthday = new Birthday();
    expect(birthday.isNewYear).toBe(true);
    expect(birthday).toBeInstanceOf(Date);
    expect(new Date()).toBeInstanceOf(Date);
    globals.uninstall();
    expect(birthday).toBeInstanceOf(Date);
  });

  test('is also what a date’s own constructor returns', () => {
    const ofDates = new Date(0).constructor as DateConstructor;
    expect(new ofDates().toISOString()).toBe('2030-01-01T00:00:00.000Z');
  });
});

describe('timers', () => {
  test('fire as the clock moves, with their arguments', () => {
    const fired: unknown[] = [];
    setTimeout((...args: unknown[]) => fired.push(args), 100, 'a', 2);
    const interval = setInterval(() => fired.push('tick'), 40);
    setImmediate((word: string) => fired.push(word), 'immediate');
    clock.advance(0);
    expect(fired).toEqual(['immediate']);
    clock.advance(100);
    clearInterval(interval);
    clock.advance(100);
    expect(fired).toEqual(['immediate', 'tick', 'tick', ['a', 2]]);
  });

  test('can be cleared by handle, by number, and by a number as text', () => {
    const never = () => expect.unreachable();
    clearTimeout(setTimeout(never, 1));
    clearTimeout(+setTimeout(never, 1));
    clearTimeout(String(+setTimeout(never, 1)));
    clearImmediate(setImmediate(never));
    clearTimeout(undefined);
    clearTimeout(12345);
    clock.advance(10);
    expect(clock.pending).toBe(0);
  });

  test('have the handle of Node: refresh restarts, close and dispose end', () => {
    const fired: number[] = [];
    const timer = setTimeout(() => fired.push(clock.currentTimeMillis() - NEW_YEAR), 100);
    expect(timer.ref().unref().hasRef()).toBe(true);
    clock.advance(60);
    timer.refresh();
    clock.advance(60);
    expect(fired).toEqual([]);
    clock.advance(40);
    expect(fired).toEqual([160]);
    timer.refresh();
    clearTimeout(timer);
    timer.refresh()[Symbol.dispose]();
    clock.advance(500);
    expect(fired).toEqual([160]);
  });

  test('read odd delays as Node does', () => {
    const fired: unknown[] = [];
    for (const delay of [undefined, -5, Number.NaN, 0, 2 ** 31]) setTimeout(() => fired.push(delay), delay);
    clock.advance(1);
    expect(fired).toHaveLength(5);
    expect(() => setTimeout('code' as never, 1)).toThrow('a timer needs a function to call, got "code"');
  });

  test('can be promisified', async () => {
    const waiting = promisify(setTimeout)(50, 'value');
    expect(await clock.drive(waiting)).toBe('value');
    expect(clock.currentTimeMillis()).toBe(NEW_YEAR + 50);
  });
});

describe('monotonic time', () => {
  test('performance.now counts milliseconds, with fractions, since the installation', () => {
    expect(performance.now()).toBe(0);
    clock.advanceNanos(1_500_000);
    expect(performance.now()).toBe(1.5);
  });

  test('process.hrtime gives seconds and nanoseconds, and differences', () => {
    const start = process.hrtime();
    const big = process.hrtime.bigint();
    clock.advance(2250);
    expect(process.hrtime(start)).toEqual([2, 250_000_000]);
    expect(process.hrtime.bigint() - big).toBe(2_250_000_000n);
    const later = process.hrtime();
    clock.setTime(NEW_YEAR);
    expect(process.hrtime(later)).toEqual([-3, 750_000_000]);
  });
});

describe('installing', () => {
  test('twice is refused', () => {
    expect(() => installGlobals(new TestClock())).toThrow('a clock is already installed; dispose of its handle first');
  });

  test('is fully undone, once', () => {
    globals.uninstall();
    const before = NAMES.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
    const prototypeBefore = Object.getOwnPropertyDescriptor(Date.prototype, 'constructor');
    const hrtimeBefore = Object.getOwnPropertyDescriptor(process, 'hrtime');
    const again = installGlobals(new TestClock());
    expect(Date.now()).toBe(0);
    again.uninstall();
    again.uninstall();
    expect(NAMES.map((name) => Object.getOwnPropertyDescriptor(globalThis, name))).toEqual(before);
    expect(Object.getOwnPropertyDescriptor(Date.prototype, 'constructor')).toEqual(prototypeBefore);
    expect(Object.getOwnPropertyDescriptor(process, 'hrtime')).toEqual(hrtimeBefore);
    expect(Object.hasOwn(performance, 'now')).toBe(false);
  });

  test('is undone at the end of a using block', () => {
    globals.uninstall();
    {
      using _ = installGlobals(new TestClock(5));
      expect(Date.now()).toBe(5);
    }
    expect(Date.now()).toBeGreaterThan(NEW_YEAR - 10 * 365 * 86_400_000);
    expect(Date.now()).not.toBe(5);
  });

  test('leaves the system clock real', async () => {
    expect(Math.abs(systemClock.currentTimeMillis() - NEW_YEAR)).toBeGreaterThan(1000);
    await systemClock.sleep(1);
  });
});
