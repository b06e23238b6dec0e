/** The race detector of a language that has one. It changes what is built, so the adapters read it from the conditions themselves. */
import type { Knob } from '../contract/knob.ts';
import { noSetting } from './settings.ts';

export const race = {
  name: 'race',
  cause: () => ({ family: 'shared-state', kind: 'data-race' }),
  shape: 'any',
  provoke: () => ['on'],
  pin: 'off',
  control: null,
  exclusive: true,
  cost: 10,
  deterministic: false,
  effect: (setting) => {
    if (setting !== 'on' && setting !== 'off') throw noSetting('race', setting, 'on or off');
    return {};
  },
  unavailable: ({ runner, tools }) => {
    if (runner !== null && runner !== 'go-test') return { why: `${runner} has no race detector`, enable: null };
    return tools.includes('cc')
      ? null
      : { why: 'the race detector of Go needs a C compiler', enable: 'apt-get install gcc libc6-dev' };
  },
  how: () => 'for go test',
  witness: null,
} as const satisfies Knob;
