/**
 * CPU quota of a trial, enforced by the kernel. Unlike `cpu`, which stops everything for a while, this slows computation and leaves waiting
 * alone; on a machine that gives less anyway it changes nothing.
 */
import type { Knob } from '../contract/knob.ts';
import { AS_IS, noSetting } from './settings.ts';

const ALL = 'all';

export const quota = {
  name: 'quota',
  cause: () => ({ family: 'timing', kind: 'short-wait' }),
  shape: 'growing',
  provoke: () => ['0.5', '0.25', '0.1'],
  pin: ALL,
  control: AS_IS,
  exclusive: true,
  cost: 10,
  deterministic: false,
  effect: (setting, { cores }) => {
    if (setting === ALL) return {};
    // A cgroup without a limit.
    if (setting === AS_IS) return { cpuQuota: cores };
    const share = Number(setting);
    if (!(share >= 0.01 && share <= 1)) throw noSetting('quota', setting, `"${ALL}" or a share from 0.01 to 1`);
    return { cpuQuota: share };
  },
  unavailable: ({ groups, root }) =>
    groups
      ? null
      : {
          why: 'no cgroup with a quota can be created below our own; `cpu` slows trials as well',
          enable: root ? null : 'sudo unflake …',
        },
  witness: (setting, { preloads }) => ({ argv: ['node', `${preloads}/witness/quota.mjs`], prints: setting }),
} as const satisfies Knob;
