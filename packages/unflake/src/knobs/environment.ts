/** Signs of who runs a program: a build server, a person at a terminal, or neither. */
import type { Effect, Knob } from '../contract/knob.ts';
import { AS_IS, effectFrom, NOTHING_BUT_A_VARIABLE } from './settings.ts';

const NOBODY = { USER: null, LOGNAME: null, MAIL: null, SHELL: null, TERM: null, EDITOR: null, DISPLAY: null } as const;

const EFFECTS: ReadonlyMap<string, Effect> = new Map([
  ['ci', { env: { CI: 'true', CONTINUOUS_INTEGRATION: 'true', BUILD_NUMBER: '1' } }],
  ['stripped', { env: { ...NOBODY, CI: null } }],
  ['reference', { env: { ...NOBODY, CI: null, USER: 'user', LOGNAME: 'user', SHELL: '/bin/sh', TERM: 'dumb' } }],
  [AS_IS, NOTHING_BUT_A_VARIABLE],
]);

/** CI, user, shell and terminal, where a setting decides them. */
const SEEN: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['ci', ['printenv CI || echo unset', 'true']],
  ['stripped', ['printenv CI USER LOGNAME TERM || echo none', 'none']],
  ['reference', ['echo "$CI $USER $SHELL $TERM"', 'user /bin/sh dumb']],
]);

export const environment = {
  name: 'environment',
  cause: () => ({ family: 'external', kind: 'environment' }),
  shape: 'any',
  provoke: () => ['ci', 'stripped'],
  pin: 'reference',
  control: AS_IS,
  exclusive: false,
  cost: 1,
  deterministic: true,
  effect: (setting) => effectFrom('environment', EFFECTS, setting),
  unavailable: () => null,
  witness: (setting) => {
    const [seen, prints] = effectFrom('environment', SEEN, setting);
    return { argv: ['sh', '-c', seen], prints };
  },
} as const satisfies Knob;
