/** The share of a processor that a trial's processes get, by stopping and continuing them. Works without root on every Linux. */
import type { Knob } from '../contract/knob.ts';

export const cpu = {
  name: 'cpu',
  provoke: ['0.5', '0.25'],
  pin: '1',
  control: null,
  exclusive: true,
  cost: 4,
  effect: (setting) => (Number(setting) < 1 ? { cpuShare: Number(setting) } : {}),
  unavailable: ({ platform }) =>
    platform === 'linux' ? null : 'stopping and continuing processes is built for Linux only',
} as const satisfies Knob;
