/** Checks of numbers that callers hand in; what they mean is left to the caller. */
import { show } from './show.ts';

/** Throws a RangeError unless `value` is a finite number of at least `least`. */
export function requireAtLeast(least: number, name: string, value: number): void {
  if (typeof value === 'number' && value >= least && value < Infinity) return;
  throw new RangeError(`${name} must be a finite number of at least ${least}, got ${show(value)}`);
}

/** Throws a RangeError unless `value` is a finite number. */
export function requireFinite(name: string, value: number): void {
  if (Number.isFinite(value)) return;
  throw new RangeError(`${name} must be a finite number, got ${show(value)}`);
}

/** Throws a RangeError unless `value` is a whole number of at least `least`. */
export function requireWhole(least: number, name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw new RangeError(`${name} must be a whole number of at least ${least}, got ${show(value)}`);
}

/** Throws a RangeError unless `value` lies between 0 and 1. */
export function requireProbability(name: string, value: number): void {
  if (typeof value === 'number' && value >= 0 && value <= 1) return;
  throw new RangeError(`${name} must be between 0 and 1, got ${show(value)}`);
}
