/** The folder of temporary files. Every trial has an empty one of its own; here trials find what earlier ones left, or the path is very long. */
import type { Effect, Knob } from '../contract/knob.ts';
import { AS_IS, effectFrom, NOTHING_BUT_A_VARIABLE } from './settings.ts';

const EFFECTS: ReadonlyMap<string, Effect> = new Map([
  ['private', {}],
  ['deep', { tmp: 'deep' }],
  ['shared', { tmp: 'shared' }],
  [AS_IS, NOTHING_BUT_A_VARIABLE],
]);

const SEEN = 'case $TMPDIR in */shared-tmp) echo shared ;; *"level 5"*) echo deep ;; *) echo private ;; esac';

export const tmp = {
  name: 'tmp',
  // A shared folder contains files of earlier trials; a long path is only long.
  cause: (setting) =>
    setting === 'shared' ? { family: 'ordering', kind: 'residue' } : { family: 'external', kind: 'environment' },
  shape: 'any',
  provoke: () => ['deep', 'shared'],
  pin: 'private',
  control: AS_IS,
  // Another trial in the same folder at the same time would be a second factor.
  exclusive: true,
  cost: 1,
  // The contents of a shared folder depend on the trials before.
  deterministic: false,
  effect: (setting) => effectFrom('tmp', EFFECTS, setting),
  unavailable: () => null,
  witness: (setting) => ({ argv: ['sh', '-c', SEEN], prints: setting }),
} as const satisfies Knob;
