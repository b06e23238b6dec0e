/**
 * Puts a clock under code that takes none: Date, timers, performance and hrtime of this realm follow it until the
 * handle is disposed. Modules that took their own reference before, such as node:timers, are left alone.
 */
import { patchDate } from './patched-date.ts';
import { patchTimers } from './patched-timers.ts';
import type { Clock } from './system-clock.ts';

/** Undoes the installation, also at the end of a `using` block. A second call does nothing. */
export interface InstalledGlobals extends Disposable {
  uninstall(): void;
}

// Registered, so that two copies of this package know of each other.
const INSTALLED = Symbol.for('@unflake/testkit/installed-globals');

/**
 * Makes Date, setTimeout and kin, performance.now and process.hrtime follow the clock.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict';
 * import { installGlobals, TestClock } from '@unflake/testkit/clock';
 *
 * const clock = new TestClock(Date.UTC(2030, 0, 1));
 * const globals = installGlobals(clock);
 * try {
 *   let rang = false;
 *   setTimeout(() => (rang = true), 60_000);
 *   clock.advance(60_000);
 *   assert.equal(rang, true);
 *   assert.equal(new Date().toISOString(), '2030-01-01T00:01:00.000Z');
 * } finally {
 *   globals.uninstall();
 * }
 * ```
 */
export function installGlobals(clock: Clock): InstalledGlobals {
  if (Reflect.get(globalThis, INSTALLED)) {
    throw new Error('a clock is already installed; dispose of its handle first');
  }
  const undo = [
    replace(globalThis, INSTALLED, true),
    ...patchDateAndPrototype(clock),
    ...Object.entries(patchTimers(clock))
      .filter(([name]) => name in globalThis)
      .map(([name, patched]) => replace(globalThis, name, patched)),
    ...patchMonotonic(clock),
  ];
  const uninstall = () => {
    for (const restore of undo.splice(0).reverse()) restore();
  };
  return { uninstall, [Symbol.dispose]: uninstall };
}

/** Dates made before and after know the patched constructor, so that `new date.constructor()` follows the clock too. */
function patchDateAndPrototype(clock: Clock): (() => void)[] {
  const patched = patchDate(globalThis.Date, clock);
  return [replace(globalThis.Date.prototype, 'constructor', patched), replace(globalThis, 'Date', patched)];
}

/** performance.now counts from the installation, as it counts from the start of a page; hrtime is the clock's own. */
function patchMonotonic(clock: Clock): (() => void)[] {
  const start = clock.nanoTime();
  const undo = [replace(globalThis.performance, 'now', () => Number(clock.nanoTime() - start) / 1e6)];
  if (typeof globalThis.process?.hrtime === 'function') {
    const hrtime = (previous?: readonly [number, number]): [number, number] => {
      const before = previous ? BigInt(previous[0]) * 1_000_000_000n + BigInt(previous[1]) : 0n;
      const nanos = clock.nanoTime() - before;
      // Rounded down, so that the second part is never negative.
      const seconds = nanos >= 0n ? nanos / 1_000_000_000n : (nanos - 999_999_999n) / 1_000_000_000n;
      return [Number(seconds), Number(nanos - seconds * 1_000_000_000n)];
    };
    undo.push(replace(process, 'hrtime', Object.assign(hrtime, { bigint: () => clock.nanoTime() })));
  }
  return undo;
}

/** Sets a property and returns what puts the former one back, or removes it if there was none. */
function replace(target: object, key: PropertyKey, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(target, key);
  const enumerable = before?.enumerable ?? false;
  Object.defineProperty(target, key, { value, configurable: true, writable: true, enumerable });
  return () => {
    if (before === undefined) Reflect.deleteProperty(target, key);
    else Object.defineProperty(target, key, before);
  };
}
