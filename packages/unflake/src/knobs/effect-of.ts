/** What all conditions of a trial do together. */
import type { Effect } from '../contract/knob.ts';
import type { Conditions } from '../contract/trial.ts';
import { knobNamed } from './knobs.ts';

/** A variable set by two knobs takes the later knob's value, by name; of two shares of a processor the smaller holds. */
export function effectOf(conditions: Conditions): Effect {
  const names = Object.keys(conditions).sort();
  return names.map((name) => knobNamed(name).effect(conditions[name]!)).reduce(together, {});
}

function together(a: Effect, b: Effect): Effect {
  const shares = [a.cpuShare, b.cpuShare].filter((share) => share !== undefined);
  return {
    ...(a.env || b.env ? { env: { ...a.env, ...b.env } } : {}),
    ...(shares.length > 0 ? { cpuShare: Math.min(...shares) } : {}),
  };
}
