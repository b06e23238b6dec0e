/** Checks of arguments, shared by all modules. */
import { brief } from './show.ts';

/** For a state that cannot continue: says what is wrong and, if possible, what to do. */
export function fail(message: string): never {
  throw new Error(message);
}

/** Throws a RangeError with the expected and the actual value, unless the condition holds. */
export function requireThat(holds: boolean, wanted: string, got: unknown): asserts holds {
  if (!holds) throw new RangeError(`${wanted}, got ${brief(got)}`);
}

export const requireFinite = (name: string, value: number): void =>
  requireThat(Number.isFinite(value), `${name} must be a finite number`, value);

export function requireAtLeast(least: number, name: string, value: number): void {
  const holds = Number.isFinite(value) && value >= least;
  requireThat(holds, `${name} must be a finite number of at least ${least}`, value);
}

export function requireWhole(least: number, name: string, value: number): void {
  const holds = Number.isSafeInteger(value) && value >= least;
  requireThat(holds, `${name} must be a whole number of at least ${least}`, value);
}

export const requireProbability = (name: string, value: number): void =>
  requireThat(typeof value === 'number' && value >= 0 && value <= 1, `${name} must be between 0 and 1`, value);

export function requireCallback(value: unknown): void {
  if (typeof value !== 'function') throw new TypeError(`a timer needs a function to call, got ${brief(value)}`);
}

/** A misspelled option would be ignored, and the test would not check what it says. */
export function requireKnown(owner: string, given: object, known: object): void {
  for (const name in given) if (!(name in known)) throw new TypeError(`${owner} has no option '${name}'`);
}

/** Every field must be a non-empty text. */
export function requireTexts(owner: string, fields: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(fields)) {
    requireThat(typeof value === 'string' && value.trim() !== '', `${owner} needs ${name}`, value);
  }
}
