/**
 * The date and time of day at which a trial starts, in the trial's own zone. The clock runs on from there, and the monotonic clock stays
 * real. Without our LD_PRELOAD library, the clocks of Node and Python are shifted from inside; Go is built with a standard library whose
 * clock can be shifted.
 */
import type { Knob } from '../contract/knob.ts';
import { shimCannot, throughRuntimes, throughShim } from './preloads.ts';
import { AS_IS, noSetting } from './settings.ts';

/** Sorted by date. Times just before midnight let it pass during the trial. */
const GRID = [
  // A leap day.
  '2024-02-29T12:00:00',
  // The last day of a long month: the next month has no such day.
  '2025-01-31T12:00:00',
  '2025-02-28T23:59:55',
  // An hour is skipped in New York, then in Berlin; an hour repeats in Berlin, then in New York.
  '2025-03-09T01:59:55',
  '2025-03-30T01:59:55',
  '2025-06-17T23:59:55',
  '2025-10-26T02:59:55',
  '2025-11-02T01:59:55',
  '2025-12-31T23:59:55',
  // Seconds no longer fit into 31 bits.
  '2038-01-19T03:14:02',
  '2099-07-01T12:00:00',
] as const;

/** Runners whose clocks are shifted without our LD_PRELOAD library. */
const FROM_INSIDE = [
  'pytest',
  'unittest',
  'node-test',
  'jest',
  'vitest',
  'mocha',
  'ava',
  'tap',
  'playwright',
  'go-test',
];

export const date = {
  name: 'date',
  cause: () => ({ family: 'external', kind: 'date' }),
  shape: 'any',
  provoke: () => GRID,
  // The middle of a day in the middle of a month.
  pin: '2025-06-18T12:00:00',
  control: AS_IS,
  exclusive: false,
  cost: 1,
  deterministic: true,
  effect: (setting, machine) => {
    const clock = setting === AS_IS ? {} : { clock: checked(setting) };
    return machine.shim === null
      ? { ...throughRuntimes({ UNFLAKE_CLOCK_IN_RUNTIME: '1' }, machine), ...clock }
      : { ...throughShim({}, machine), ...clock };
  },
  unavailable: (machine) => {
    const shifted = machine.runner === null || FROM_INSIDE.includes(machine.runner);
    return shifted ? null : shimCannot(machine);
  },
  lacks: ({ runner, shim }) =>
    runner === null && shim === null
      ? {
          why: 'only for Node and Python: there is no C compiler for the rest',
          enable: 'apt-get install gcc libc6-dev',
        }
      : null,
  witness: (setting, { preloads }) => ({ argv: ['node', `${preloads}/witness/clock.mjs`, setting], prints: 'then' }),
} as const satisfies Knob;

function checked(setting: string): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(setting) && !Number.isNaN(Date.parse(setting))) return setting;
  throw noSetting('date', setting, 'a local date and time such as 2025-06-18T12:00:00');
}
