/**
 * Writable memory of a process, in MB. Reserved address space does not count: runtimes reserve many gigabytes at start, and a limit on that
 * would say nothing about the test.
 */
import type { Knob } from '../contract/knob.ts';
import { limitedBy, PLENTY, withoutPrlimit } from './limits.ts';
import { noSetting } from './settings.ts';

const MB = 1024 * 1024;

export const memory = {
  name: 'memory',
  cause: () => ({ family: 'resource-leak', kind: 'memory' }),
  shape: 'growing',
  provoke: () => ['1024', '512', '256'],
  pin: PLENTY,
  control: PLENTY,
  exclusive: false,
  cost: 1.5,
  deterministic: true,
  effect: (setting, { limits }) => {
    if (setting === PLENTY) return limitedBy('data', limits.memory);
    if (!/^[1-9]\d{0,6}$/.test(setting)) throw noSetting('memory', setting, `"${PLENTY}" or a number of megabytes`);
    return limitedBy('data', Number(setting) * MB);
  },
  unavailable: withoutPrlimit,
  witness: (setting) => ({ argv: ['sh', '-c', 'ulimit -d'], prints: String(Number(setting) * 1024) }),
} as const satisfies Knob;
