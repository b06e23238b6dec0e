/** The time zone. The zones are as far apart as possible, so that at any time two of them have different dates. */
import type { Knob } from '../contract/knob.ts';
import { AS_IS, NOTHING_BUT_A_VARIABLE, noSetting } from './settings.ts';

/** Minutes that a zone is behind UTC on 15 January 2025, as `getTimezoneOffset` returns them. */
const BEHIND: ReadonlyMap<string, number> = new Map([
  ['UTC', 0],
  ['America/New_York', 300],
  ['Asia/Kathmandu', -345],
  ['Pacific/Pago_Pago', 660],
  ['Pacific/Kiritimati', -840],
]);

export const tz = {
  name: 'tz',
  cause: () => ({ family: 'external', kind: 'time-zone' }),
  shape: 'any',
  provoke: () => [...BEHIND.keys()].slice(1),
  pin: 'UTC',
  control: AS_IS,
  exclusive: false,
  cost: 1,
  deterministic: true,
  effect: (setting) => {
    if (setting === AS_IS) return NOTHING_BUT_A_VARIABLE;
    if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(setting)) throw noSetting('tz', setting, 'the name of a time zone');
    return { env: { TZ: setting } };
  },
  unavailable: () => null,
  witness: (setting) => ({
    argv: ['node', '-p', 'new Date(Date.UTC(2025, 0, 15)).getTimezoneOffset()'],
    prints: String(BEHIND.get(setting)),
  }),
} as const satisfies Knob;
