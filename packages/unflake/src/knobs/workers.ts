/**
 * How many tests run beside each other: `serial`, or a number of workers. It changes the runner's command, so the adapters read it from the
 * conditions themselves; here it has no effect of its own.
 */
import type { Knob } from '../contract/knob.ts';
import { noSetting } from './settings.ts';

const SERIAL = 'serial';

export const workers = {
  name: 'workers',
  cause: () => ({ family: 'shared-state', kind: 'parallel-collision' }),
  shape: 'growing',
  provoke: ({ cores }) => [String(Math.max(2, cores)), String(2 * Math.max(2, cores))],
  pin: SERIAL,
  control: null,
  exclusive: true,
  cost: 1,
  deterministic: false,
  effect: (setting) => {
    if (setting !== SERIAL && !/^[1-9]\d*$/.test(setting)) {
      throw noSetting('workers', setting, `"${SERIAL}" or a whole number from 1`);
    }
    return {};
  },
  unavailable: ({ withoutWorkers }) => withoutWorkers,
  witness: null,
} as const satisfies Knob;
