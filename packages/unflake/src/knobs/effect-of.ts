/** Joins the effects of all conditions of a trial; a condition whose knob is not known is a bug of the plan. */
import type { Effect } from '../contract/knob.ts';
import type { Conditions } from '../contract/trial.ts';
import { KNOBS } from './registry.ts';

export function effectOf(conditions: Conditions): Effect {
  return Object.entries(conditions).reduce((joined: Effect, [name, setting]) => {
    const knob = KNOBS.find((one) => one.name === name);
    if (knob === undefined) throw new Error(`no knob is named ${name}`);
    const { env, ...rest } = knob.effect(setting);
    return { ...joined, ...rest, ...(env || joined.env ? { env: { ...joined.env, ...env } } : {}) };
  }, {});
}
