/** The default text encoding: in Python, and in programs that ask the C library. */
import type { Effect, Knob } from '../contract/knob.ts';
import { AS_IS, effectFrom, NOTHING_BUT_A_VARIABLE } from './settings.ts';

const EFFECTS: ReadonlyMap<string, Effect> = new Map([
  ['utf-8', python('C.UTF-8', '1', 'utf-8')],
  ['latin-1', python('C', '0', 'latin-1')],
  ['ascii', python('C', '0', 'ascii')],
  [AS_IS, NOTHING_BUT_A_VARIABLE],
]);

export const encoding = {
  name: 'encoding',
  cause: () => ({ family: 'external', kind: 'locale' }),
  shape: 'any',
  provoke: () => ['latin-1', 'ascii'],
  pin: 'utf-8',
  control: AS_IS,
  exclusive: false,
  cost: 1,
  deterministic: true,
  effect: (setting) => effectFrom('encoding', EFFECTS, setting),
  unavailable: () => null,
  witness: (setting) => ({ argv: ['sh', '-c', 'printenv PYTHONIOENCODING || echo unset'], prints: setting }),
} as const satisfies Knob;

/** Only the character category changes, so that the language stays; the knob `locale` changes that. */
function python(letters: string, utf8Mode: string, streams: string): Effect {
  return {
    env: {
      LC_ALL: null,
      LC_CTYPE: letters,
      PYTHONUTF8: utf8Mode,
      PYTHONCOERCECLOCALE: '0',
      PYTHONIOENCODING: streams,
    },
  };
}
