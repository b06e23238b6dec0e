/** Number of cores that the trial may use. On one core threads still interleave, but never run at the same moment. */
import type { Knob } from '../contract/knob.ts';
import { AS_IS, noSetting } from './settings.ts';

export const cores = {
  name: 'cores',
  cause: () => ({ family: 'shared-state', kind: 'data-race' }),
  shape: 'any',
  provoke: () => ['1'],
  pin: 'all',
  control: AS_IS,
  exclusive: true,
  cost: 2,
  deterministic: false,
  effect: (setting, { firstProcessor }) => {
    if (setting === 'all') return {};
    if (setting === AS_IS) return { prefix: ['sh', '-c', 'exec "$@"', 'sh'] };
    if (setting !== '1') throw noSetting('cores', setting, 'all or 1');
    return { prefix: ['taskset', '--cpu-list', String(firstProcessor)] };
  },
  unavailable: ({ platform, tools, cores: here }) => {
    if (here < 2) return { why: 'this machine has one core', enable: null };
    if (tools.includes('taskset')) return null;
    if (platform !== 'linux') return { why: `there is no taskset on ${platform}`, enable: null };
    return { why: 'taskset is not installed', enable: 'apt-get install util-linux' };
  },
  witness: (setting, { cores: here }) => ({ argv: ['nproc'], prints: setting === '1' ? '1' : String(here) }),
} as const satisfies Knob;
