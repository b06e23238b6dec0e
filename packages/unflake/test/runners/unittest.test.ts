/** unittest of this machine's Python, held to the contract of runners. */
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { pythonWithPytest } from '../../../../scripts/toolchains/python.mjs';
import { unittest } from '../../src/runners/unittest.ts';
import { runnerContract } from '../contract/runner.ts';

const PROJECT = fileURLToPath(new URL('./projects/unittest', import.meta.url));

const inFile = (file: string, ...names: readonly string[]) => names.map((name) => `tests/${file}.py::${name}`);

const odd = [
  ...inFile('deeper/test_shared', 'Shared::test_shared'),
  ...inFile(
    'test_awkward',
    'Named::test_ spaces  in it ',
    `Named::test_"double" and 'single'`,
    'Named::test_::',
    'Named::test_a > b',
    'Named::test_back\\\\slash\\\\',
    'Named::test_brackets [1] (two) {3}',
    'Named::test_two\\nlines',
    'Named::test_ünïcode ☃',
    'Outer.Inner::test_nested',
    'Shared::test_shared',
    'Subtests::test_parts',
    'Waits::test_waits',
    'Given::test_number',
    'Given::test_number\\#2',
    'a_function',
  ),
];
const crashes = inFile(
  'test_crash',
  'Crashes::test_1_exits_with_seven',
  'Crashes::test_2_exits_with_zero',
  'Crashes::test_3_kills_itself',
  'Crashes::test_4_hangs',
);
const order = inFile('test_order', 'Order::test_1_victim', 'Order::test_2_polluter', 'Order::test_3_passes_once');
const plain = inFile(
  'test_plain',
  'Broken::test_errors',
  'Plain::test_fails',
  'Plain::test_passes',
  'Plain::test_skipped',
);

runnerContract({
  name: 'unittest',
  adapter: unittest,
  retries: 'none exist',
  fixture: async (folder) => {
    await cp(PROJECT, folder, { recursive: true });
    return {
      program: [await pythonWithPytest()],
      suite: [...odd, ...crashes, ...order, ...plain],
      odd,
      exitsSeven: crashes[0]!,
      exitsZero: crashes[1]!,
      killsItself: crashes[2]!,
      hangs: crashes[3]!,
      victim: order[0]!,
      polluter: order[1]!,
      selfPolluter: order[2]!,
      errors: plain[0]!,
      fails: plain[1]!,
      passes: plain[2]!,
      skips: plain[3]!,
    };
  },
});
