/** The project with which pytest, in any version and with any plugins, is held to the contract of runners. */
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { pythonTools } from '../../../../scripts/toolchains/python.mjs';
import { pytest } from '../../src/runners/pytest.ts';
import type { Age, RunnerArm } from '../contract/runner.ts';

const PROJECT = fileURLToPath(new URL('./projects/pytest', import.meta.url));

const inFile = (file: string, ...names: readonly string[]) => names.map((name) => `tests/test_${file}.py::${name}`);

const odd = inFile(
  'awkward',
  'test_parameter[spaces  in it]',
  'test_parameter[[brackets]]',
  `test_parameter["double" and 'single']`,
  'test_parameter[\\xfcn\\xefcode \\u2603]',
  'test_parameter[a > b]',
  'test_parameter[back\\\\slash\\\\]',
  'test_parameter[::]',
  'test_parameter[two\\nlines]',
  'test_grouped_first[x]',
  'test_grouped_second[x]',
  'test_grouped_first[y]',
  'test_grouped_second[y]',
  'TestClass::test_method',
  'TestClass::TestInner::test_method',
  'TestUnittest::test_with_subtests',
);
const crashes = inFile('crash', 'test_exits_with_seven', 'test_exits_with_zero', 'test_kills_itself', 'test_hangs');
const order = inFile('order', 'test_victim', 'test_polluter', 'TestState::test_passes_once', 'test_retried');
const plain = inFile(
  'plain',
  'test_passes',
  'test_fails',
  'test_errors',
  'test_skipped',
  'test_expected_failure',
  'test_unexpected_pass',
  'test_tear_down',
  'TestSubtests::test_one_of_three_fails',
);

export const pytestArm = (
  tools: Readonly<Record<string, string>> & { readonly pytest: string },
  age: Age,
): RunnerArm => ({
  name: `pytest ${tools.pytest}`,
  adapter: pytest,
  age,
  retries: 'forced off',
  fixture: async (folder) => {
    await cp(PROJECT, folder, { recursive: true });
    return {
      program: [await pythonTools(tools)],
      suite: [...odd, ...crashes, ...order, ...plain],
      odd,
      exitsSeven: crashes[0]!,
      exitsZero: crashes[1]!,
      killsItself: crashes[2]!,
      hangs: crashes[3]!,
      victim: order[0]!,
      polluter: order[1]!,
      selfPolluter: order[2]!,
      retried: order[3]!,
      passes: plain[0]!,
      fails: plain[1]!,
      errors: plain[2]!,
      skips: plain[3]!,
    };
  },
});
