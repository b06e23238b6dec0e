/** How much of a processor a trial gets: `0.25` lets its processes run a quarter of the time. Races and tight limits show when it is low. */
import type { Knob } from '../contract/knob.ts';

const FULL_SPEED = '1';

export const cpu = {
  name: 'cpu',
  provoke: ['0.5', '0.25'],
  pin: FULL_SPEED,
  // To be slowed is the effect itself; no setting costs as much and slows nothing.
  control: null,
  exclusive: true,
  cost: 4,
  effect: (setting) => {
    const share = Number(setting);
    if (!(share > 0 && share <= 1)) throw new RangeError(`cpu is a share above 0 and at most 1, got "${setting}"`);
    return setting === FULL_SPEED ? {} : { cpuShare: share };
  },
  unavailable: ({ platform }) =>
    platform === 'win32' ? 'processes cannot be stopped and continued on Windows; run unflake under WSL' : null,
} as const satisfies Knob;
