/**
 * The permissions that new files do not get. No program only sets the umask, so a shell does, and then executes the command without parsing
 * it.
 */
import type { Knob } from '../contract/knob.ts';
import { AS_IS, noSetting } from './settings.ts';

export const umask = {
  name: 'umask',
  cause: () => ({ family: 'external', kind: 'environment' }),
  shape: 'any',
  provoke: () => ['000', '027', '077'],
  pin: '022',
  control: AS_IS,
  exclusive: false,
  cost: 1,
  deterministic: true,
  effect: (setting) => {
    if (setting === AS_IS) return { prefix: ['sh', '-c', 'exec "$@"', 'sh'] };
    if (!/^[0-7]{3}$/.test(setting)) throw noSetting('umask', setting, 'three octal digits');
    return { prefix: ['sh', '-c', 'umask "$0" && exec "$@"', setting] };
  },
  unavailable: ({ platform }) =>
    platform === 'win32' ? { why: 'Windows has no umask', enable: 'wsl unflake …' } : null,
  witness: (setting) => ({ argv: ['sh', '-c', 'umask'], prints: `0${setting}` }),
} as const satisfies Knob;
