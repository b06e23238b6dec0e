/** How many workers the runner uses. Adapters read the setting themselves: it becomes an argument, not an effect on processes. */
import type { Knob } from '../contract/knob.ts';

export const workers = {
  name: 'workers',
  provoke: ['2', '4'],
  pin: 'serial',
  control: null,
  exclusive: true,
  cost: 1,
  effect: () => ({}),
  unavailable: ({ cores }) => (cores > 1 ? null : 'this machine has one core'),
} as const satisfies Knob;
