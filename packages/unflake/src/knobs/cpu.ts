/** CPU share of a trial: `0.25` lets its processes run a quarter of the time. Races and tight limits show at low shares. */
import type { Knob } from '../contract/knob.ts';
import { noSetting } from './settings.ts';

const FULL_SPEED = '1';
const RUBY = ['rspec', 'minitest'];

export const cpu = {
  name: 'cpu',
  cause: () => ({ family: 'timing', kind: 'short-wait' }),
  shape: 'growing',
  provoke: () => ['0.5', '0.25', '0.1'],
  pin: FULL_SPEED,
  // Stopped and continued as often as under the other settings, but hardly slowed.
  control: '0.95',
  exclusive: true,
  cost: 4,
  deterministic: false,
  effect: (setting) => {
    const share = Number(setting);
    if (!(share > 0 && share <= 1)) throw noSetting('cpu', setting, 'a share above 0 and at most 1');
    return setting === FULL_SPEED ? {} : { cpuShare: share };
  },
  unavailable: ({ platform, runner, groups }) => {
    if (platform === 'win32')
      return { why: 'processes cannot be stopped and continued on Windows', enable: 'wsl unflake …' };
    // Uses `ppoll`, whose timeout pauses while the process is stopped, so waiting is slowed as much as computing.
    if (RUBY.includes(runner ?? '') && groups)
      return { why: 'a sleep in Ruby continues while it is stopped; `quota` slows its trials', enable: null };
    return null;
  },
  witness: (setting, { preloads }) => ({
    argv: ['node', `${preloads}/witness/speed.mjs`],
    prints: setting === FULL_SPEED ? 'full speed' : 'slowed',
  }),
} as const satisfies Knob;
