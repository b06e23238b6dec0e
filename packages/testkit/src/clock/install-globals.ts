/**
 * Installs a clock for code that accepts none: Date, timers, performance and hrtime of this realm follow it until the handle is disposed.
 * Modules that saved their own reference before, such as node:timers, are not changed.
 */
import { fail } from '../text/refuse.ts';
import { patchDate } from './patched-date.ts';
import { patchTimers } from './patched-timers.ts';
import type { Clock } from './system-clock.ts';

/** Undoes the installation, also at the end of a `using` block. A second call does nothing. */
export interface InstalledGlobals extends Disposable {
  uninstall(): void;
}

// A registered symbol, so that two copies of this package detect each other.
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
  if (INSTALLED in globalThis) fail('a clock is already installed; dispose of its handle first');
  const undo: (() => void)[] = [];
  const replace = (target: object, key: PropertyKey, value: unknown) => undo.push(replaceProperty(target, key, value));
  replace(globalThis, INSTALLED, true);
  // Dates created before and after refer to the patched constructor, so that `new date.constructor()` follows the clock too.
  const date = patchDate(Date, clock);
  replace(Date.prototype, 'constructor', date);
  replace(globalThis, 'Date', date);
  for (const [name, patched] of Object.entries(patchTimers(clock))) {
    if (name in globalThis) replace(globalThis, name, patched);
  }
  // Counts from the installation, like a page from its load; hrtime is the clock's own.
  const start = clock.nanoTime();
  replace(performance, 'now', () => Number(clock.nanoTime() - start) / 1e6);
  if (globalThis.process) replace(process, 'hrtime', patchedHrtime(clock));
  const uninstall = () => {
    for (const restore of undo.splice(0).reverse()) restore();
  };
  return { uninstall, [Symbol.dispose]: uninstall };
}

function patchedHrtime(clock: Clock) {
  const second = 1_000_000_000n;
  const hrtime = ([seconds, ns]: readonly [number, number] = [0, 0]): [number, number] => {
    const nanos = clock.nanoTime() - BigInt(seconds) * second - BigInt(ns);
    // Rounded down, so that the second part is never negative.
    const rest = ((nanos % second) + second) % second;
    return [Number((nanos - rest) / second), Number(rest)];
  };
  return Object.assign(hrtime, { bigint: () => clock.nanoTime() });
}

/** Sets a property and returns a function that restores the previous one, or removes it if there was none. */
function replaceProperty(target: object, key: PropertyKey, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(target, key);
  const enumerable = before?.enumerable === true;
  Object.defineProperty(target, key, { value, configurable: true, writable: true, enumerable });
  return () => {
    if (before) Object.defineProperty(target, key, before);
    else Reflect.deleteProperty(target, key);
  };
}
