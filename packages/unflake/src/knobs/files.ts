/**
 * Delays asynchronous file operations of the project: writes or reads. A test that does not await its writes fails under the one and passes
 * under the other. In Node, set before the program starts.
 */
import type { Knob } from '../contract/knob.ts';
import { throughRuntimes } from './preloads.ts';
import { AS_IS, noSetting } from './settings.ts';

const WRITES = 'late-writes';
const READS = 'late-reads';
const NODE: readonly string[] = ['node-test', 'jest', 'vitest', 'mocha', 'ava', 'tap', 'playwright'];

export const files = {
  name: 'files',
  cause: () => ({ family: 'timing', kind: 'missing-await' }),
  shape: 'seed',
  provoke: () => [WRITES],
  pin: READS,
  control: AS_IS,
  exclusive: false,
  cost: 1,
  deterministic: true,
  effect: (setting, machine) => {
    if (setting === AS_IS) return throughRuntimes({}, machine);
    if (setting !== WRITES && setting !== READS) throw noSetting('files', setting, `"${WRITES}" or "${READS}"`);
    return throughRuntimes({ UNFLAKE_LATE_FILES: setting.slice('late-'.length) }, machine);
  },
  unavailable: ({ runner }) =>
    runner === null || NODE.includes(runner)
      ? null
      : { why: 'only in Node can file operations be delayed from outside', enable: null },
  witness: (setting, { preloads }) => ({
    argv: ['node', `${preloads}/witness/files.mjs`],
    prints: setting.slice('late-'.length),
  }),
} as const satisfies Knob;
