/** Shared by all knobs: the setting that changes nothing, and the error for an unknown setting. */
import type { Effect } from '../contract/knob.ts';

/** The usual control: the same mechanism as the other settings, without an effect. */
export const AS_IS = 'as-is';

/** This many seeds find a failure rate of 5 % with 95 % probability. */
export const MAX_DRAWS = 60;

/** A variable that no program reads, for knobs that work through variables. */
export const NOTHING_BUT_A_VARIABLE: Effect = { env: { UNFLAKE_CONTROL: '1' } };

export function noSetting(knob: string, setting: string, expected: string): RangeError {
  return new RangeError(`${knob} is ${expected}, got "${setting}"`);
}

/** The entry of a table of settings. */
export function effectFrom<T>(knob: string, table: ReadonlyMap<string, T>, setting: string): T {
  const found = table.get(setting);
  if (found === undefined) throw noSetting(knob, setting, `one of ${[...table.keys()].join(', ')}`);
  return found;
}
