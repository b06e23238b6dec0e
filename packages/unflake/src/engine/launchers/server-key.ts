/** Which trials may run in a fork of a server, and which of them may share one. */
import type { Effect } from '../../contract/knob.ts';
import type { Trial } from '../../contract/trial.ts';

export const UNTURNED: Pick<Trial, 'conditions'> = { conditions: {} };

/** Trials with the same key have the same environment. */
export const keyOf = (
  variables: Readonly<Record<string, string>>,
  { conditions }: Pick<Trial, 'conditions'>,
  effect: Effect,
): string => JSON.stringify([variables, effect, conditions]);

/** A variable is there when the server starts. A prefix, a limit or a clock belongs to one process. */
export function mayFork({ mode, exclusive }: Trial, effect: Effect): boolean {
  return mode === 'probe' && !exclusive && Object.keys(effect).every((key) => key === 'env');
}

export function isConditioned(conditions: Trial['conditions'], effect: Effect): boolean {
  return Object.keys(effect).length + Object.keys(conditions).length > 0;
}
