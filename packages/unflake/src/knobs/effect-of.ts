/** Merges the effects of all conditions of a trial. */
import type { Effect, ListVariable, Machine } from '../contract/knob.ts';
import { ASIDE, CODE, type Conditions } from '../contract/trial.ts';
import { knobNamed } from './knobs.ts';

/** If two knobs set the same thing, the later one wins, by name; of two CPU shares the smaller, of two loads the larger. */
export function effectOf(conditions: Conditions, machine: Machine): Effect {
  const names = Object.keys(conditions).sort();
  return names.map((name) => effectOfOne(name, conditions[name]!, machine)).reduce(mergeEffects, {});
}

function effectOfOne(name: string, setting: string, machine: Machine): Effect {
  // Which code runs is decided where the trial starts.
  if (name === CODE) return {};
  return name === ASIDE ? { aside: setting.split(':') } : knobNamed(name).effect(setting, machine);
}

function mergeEffects(a: Effect, b: Effect): Effect {
  const prefix = [...(a.prefix ?? []), ...(b.prefix ?? [])];
  return {
    ...a,
    ...b,
    ...(a.env || b.env ? { env: { ...a.env, ...b.env } } : {}),
    ...(a.addTo || b.addTo ? { addTo: bothAdded(a.addTo ?? {}, b.addTo ?? {}) } : {}),
    ...(prefix.length > 0 ? { prefix } : {}),
    ...chosen('cpuShare', a, b, Math.min),
    ...chosen('cpuQuota', a, b, Math.min),
    ...chosen('copies', a, b, Math.max),
    ...chosen('busy', a, b, Math.max),
  };
}

function bothAdded(a: NonNullable<Effect['addTo']>, b: NonNullable<Effect['addTo']>): NonNullable<Effect['addTo']> {
  const added: Partial<Record<ListVariable, string>> = { ...a };
  for (const [name, word] of Object.entries(b) as [ListVariable, string][]) {
    const before = added[name];
    // Several knobs use the same library or preload, which is loaded once.
    added[name] = before === undefined || before === word ? word : `${before}${SEPARATORS[name]}${word}`;
  }
  return added;
}

/** Separators of variables that hold lists. */
export const SEPARATORS: Readonly<Record<ListVariable, string>> = {
  JAVA_TOOL_OPTIONS: ' ',
  LD_PRELOAD: ':',
  NODE_OPTIONS: ' ',
  PYTHONPATH: ':',
  RUBYOPT: ' ',
};

type Numeric = 'cpuShare' | 'cpuQuota' | 'copies' | 'busy';

function chosen(name: Numeric, a: Effect, b: Effect, choose: (...values: number[]) => number): Effect {
  const values = [a[name], b[name]].filter((value) => value !== undefined);
  return values.length === 0 ? {} : { [name]: choose(...values) };
}
