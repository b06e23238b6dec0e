/**
 * Parallel workers: `serial`, or a number. It changes the command of the runner, so adapters read it from the conditions; here it has no
 * effect.
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
