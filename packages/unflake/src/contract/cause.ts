/** Six families of causes with their kinds, and how a diagnosis ends. Words are the field's own; see docs/causes. */
export const CAUSES = {
  ordering: ['victim', 'brittle', 'self-polluter', 'residue'],
  timing: ['short-wait', 'missing-await', 'tight-timeout', 'elapsed-time-assertion'],
  'shared-state': ['parallel-collision', 'data-race', 'deadlock'],
  external: ['network', 'service', 'port', 'date', 'time-zone', 'locale', 'environment', 'platform'],
  'resource-leak': ['handles', 'threads', 'memory', 'limits'],
  nondeterminism: ['randomness', 'tolerance', 'iteration-order', 'collision', 'floating-point', 'gc'],
} as const;

export type Family = keyof typeof CAUSES;
export type Kind = { [F in Family]: (typeof CAUSES)[F][number] }[Family];

export interface Cause {
  readonly family: Family;
  readonly kind: Kind;
}

export const VERDICTS = ['isolated', 'narrowed', 'broken', 'not-reproduced', 'blocked'] as const;
export type Verdict = (typeof VERDICTS)[number];
