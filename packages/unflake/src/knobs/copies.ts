/**
 * Concurrent copies of the trial, sharing its temporary and home folders: `4` copies collide where one alone cannot. Only the first is
 * observed, so that its rate compares with a single trial. The control, `busy-4`, runs as many processes that only compute.
 */
import type { Knob } from '../contract/knob.ts';
import { noSetting } from './settings.ts';

export const copies = {
  name: 'copies',
  cause: () => ({ family: 'shared-state', kind: 'parallel-collision' }),
  shape: 'growing',
  provoke: ({ cores }) => ['2', String(2 * Math.max(2, cores))],
  pin: '1',
  control: 'busy-4',
  exclusive: true,
  cost: 4,
  deterministic: false,
  effect: (setting) => {
    const [, busy, digits] = /^(busy-)?([1-9]\d?)$/.exec(setting) ?? [];
    if (digits === undefined) throw noSetting('copies', setting, 'a number from 1 to 99, or busy-<number>');
    const count = Number(digits);
    if (count === 1) return {};
    return busy === undefined ? { copies: count } : { busy: count - 1 };
  },
  unavailable: () => null,
  witness: (setting, { preloads }) => ({ argv: ['node', `${preloads}/witness/copies.mjs`, setting], prints: setting }),
} as const satisfies Knob;
