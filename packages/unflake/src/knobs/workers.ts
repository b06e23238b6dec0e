/**
 * How many tests run beside each other: `serial`, or a number of workers. It changes the runner's command, so the adapters read it from the
 * conditions themselves; here it has no effect of its own.
 */
import type { Knob } from '../contract/knob.ts';

const SERIAL = 'serial';

export const workers = {
  name: 'workers',
  provoke: ['2', '4', '8'],
  pin: SERIAL,
  control: null,
  exclusive: true,
  cost: 1,
  effect: (setting) => {
    if (setting !== SERIAL && !/^[1-9]\d*$/.test(setting)) {
      throw new RangeError(`workers is "${SERIAL}" or a whole number from 1, got "${setting}"`);
    }
    return {};
  },
  unavailable: () => null,
} as const satisfies Knob;
