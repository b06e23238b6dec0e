/**
 * The detectors of a language runtime: data races, promises and coroutines that are never awaited, leaked handles. Some change the build,
 * so adapters read this knob from the conditions. A report is evidence, not proof.
 */
import type { Knob } from '../contract/knob.ts';
import { noSetting } from './settings.ts';

const HOW: Readonly<Record<string, string>> = {
  ava: 'rejections and handles of Node',
  'go-test': 'the race detector of Go',
  jest: 'rejections and handles of Node',
  mocha: 'rejections and handles of Node',
  'node-test': 'rejections and handles of Node',
  pytest: 'the development mode of Python',
  unittest: 'the development mode of Python',
  vitest: 'rejections and handles of Node',
};

export const detectors = {
  name: 'detectors',
  // The cause of the detector that finds most; each report names its own cause.
  cause: () => ({ family: 'shared-state', kind: 'data-race' }),
  shape: 'any',
  provoke: () => ['on'],
  pin: 'off',
  control: null,
  exclusive: true,
  cost: 10,
  deterministic: false,
  effect: (setting) => {
    if (setting !== 'on' && setting !== 'off') throw noSetting('detectors', setting, 'on or off');
    return {};
  },
  unavailable: ({ runner, tools }) => {
    if (runner !== null && HOW[runner] === undefined) {
      return { why: `${runner} has no detectors that can be switched on for a run`, enable: null };
    }
    return runner !== 'go-test' || tools.includes('cc')
      ? null
      : { why: 'the race detector of Go needs a C compiler', enable: 'apt-get install gcc libc6-dev' };
  },
  how: ({ runner }) => (runner === null ? 'for Go, Python and Node' : (HOW[runner] ?? '')),
  witness: null,
} as const satisfies Knob;
