/** The causes that a diagnosis weighs against each other, with how common each is before anything was run. Priors, and only priors. */
import type { Cause } from '../../contract/cause.ts';

export const SUSPECTS = {
  victim: { family: 'ordering', kind: 'victim', prior: 0.22 },
  residue: { family: 'ordering', kind: 'residue', prior: 0.05 },
  brittle: { family: 'ordering', kind: 'brittle', prior: 0.06 },
  selfPolluter: { family: 'ordering', kind: 'self-polluter', prior: 0.03 },
  slow: { family: 'timing', kind: 'short-wait', prior: 0.25 },
  collision: { family: 'shared-state', kind: 'parallel-collision', prior: 0.12 },
  dice: { family: 'nondeterminism', kind: 'randomness', prior: 0.17 },
  leak: { family: 'resource-leak', kind: 'handles', prior: 0.05 },
  outside: { family: 'external', kind: 'environment', prior: 0.05 },
} as const satisfies Record<string, Cause & { readonly prior: number }>;

export type Suspect = keyof typeof SUSPECTS;

export const SUSPECT_NAMES = Object.keys(SUSPECTS) as readonly Suspect[];
