/** How many files and sockets a process may have open at once. */
import type { Knob } from '../contract/knob.ts';
import { limitedBy, PLENTY, withoutPrlimit } from './limits.ts';
import { noSetting } from './settings.ts';

export const fds = {
  name: 'fds',
  cause: () => ({ family: 'resource-leak', kind: 'handles' }),
  shape: 'growing',
  provoke: () => ['256', '64'],
  pin: PLENTY,
  control: PLENTY,
  exclusive: false,
  cost: 1,
  deterministic: true,
  effect: (setting, { limits }) => {
    if (setting === PLENTY) return limitedBy('nofile', limits.files);
    if (!/^[1-9]\d{0,8}$/.test(setting)) throw noSetting('fds', setting, `"${PLENTY}" or a number of open files`);
    return limitedBy('nofile', Number(setting));
  },
  unavailable: withoutPrlimit,
  witness: (setting) => ({ argv: ['sh', '-c', 'ulimit -n'], prints: setting }),
} as const satisfies Knob;
