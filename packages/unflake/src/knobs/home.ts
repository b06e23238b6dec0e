/** The home folder. Every trial has an empty one of its own; here it is a very long path, or one that does not exist. */
import type { Effect, Knob } from '../contract/knob.ts';
import { AS_IS, effectFrom, NOTHING_BUT_A_VARIABLE } from './settings.ts';

const EFFECTS: ReadonlyMap<string, Effect> = new Map([
  ['empty', {}],
  ['deep', { home: 'deep' }],
  ['absent', { home: 'absent' }],
  [AS_IS, NOTHING_BUT_A_VARIABLE],
]);

const SEEN = `case $HOME in *"level 5"*) echo deep ;; *) [ -d "$HOME" ] && echo empty || echo absent ;; esac`;

export const home = {
  name: 'home',
  cause: () => ({ family: 'external', kind: 'environment' }),
  shape: 'any',
  provoke: () => ['deep', 'absent'],
  pin: 'empty',
  control: AS_IS,
  exclusive: false,
  cost: 1,
  deterministic: true,
  effect: (setting) => effectFrom('home', EFFECTS, setting),
  unavailable: () => null,
  witness: (setting) => ({ argv: ['sh', '-c', SEEN], prints: setting }),
} as const satisfies Knob;
