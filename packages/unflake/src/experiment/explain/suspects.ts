/** The causes that a diagnosis weighs, with their priors. */
import type { Cause } from '../../contract/cause.ts';

export const SUSPECTS = {
  victim: { family: 'ordering', kind: 'victim', prior: 0.22 },
  residue: { family: 'ordering', kind: 'residue', prior: 0.05 },
  brittle: { family: 'ordering', kind: 'brittle', prior: 0.06 },
  selfPolluter: { family: 'ordering', kind: 'self-polluter', prior: 0.03 },
  slow: { family: 'timing', kind: 'short-wait', prior: 0.25 },
  collision: { family: 'shared-state', kind: 'parallel-collision', prior: 0.12 },
  rng: { family: 'nondeterminism', kind: 'randomness', prior: 0.13 },
  iteration: { family: 'nondeterminism', kind: 'iteration-order', prior: 0.04 },
  leak: { family: 'resource-leak', kind: 'handles', prior: 0.05 },
  outside: { family: 'external', kind: 'environment', prior: 0.05 },
} as const satisfies Record<string, Cause & { readonly prior: number }>;

export type CauseCandidate = keyof typeof SUSPECTS;

export type Rates = Readonly<Record<CauseCandidate, number>>;

export const SUSPECT_NAMES = Object.keys(SUSPECTS) as readonly CauseCandidate[];

export const PRIORS = Object.fromEntries(SUSPECT_NAMES.map((name) => [name, SUSPECTS[name].prior])) as Rates;

/** The suspect that a cause found by turning a knob belongs to. */
export function suspectOf({ family, kind }: Cause): CauseCandidate {
  switch (family) {
    case 'ordering':
      return SUSPECT_NAMES.find((name) => SUSPECTS[name].kind === kind) ?? 'residue';
    case 'timing':
      return 'slow';
    case 'shared-state':
      return 'collision';
    case 'external':
      return 'outside';
    case 'resource-leak':
      return 'leak';
    case 'nondeterminism':
      return kind === 'iteration-order' ? 'iteration' : 'rng';
    default:
      return family satisfies never;
  }
}
