/** The project with which node:test, of any Node, is held to the contract of runners. */
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { formatTitlePath } from '../../src/contract/title-path.ts';
import { nodeTest } from '../../src/runners/node-test.ts';
import type { Age, RunnerArm } from '../contract/runner.ts';

const PROJECT = fileURLToPath(new URL('./projects/node-test', import.meta.url));

const inFile = (file: string, titles: readonly string[], occurrence = 1) =>
  formatTitlePath({ file: `test/${file}`, titles, occurrence });

const odd = [
  ...[
    'spaces  and [brackets]',
    `"double" and 'single' quotes`,
    'ünïcode ☃ 試験',
    'outer > inner',
    'back\\slash \\',
    'two\nlines',
    '.*+?^$()|[]{}',
    'twice',
  ].map((title) => inFile('awkward.test.mjs', [title])),
  inFile('awkward.test.mjs', ['twice'], 2),
  inFile('awkward.test.mjs', ['parameter 1']),
  inFile('awkward.test.mjs', ['parameter 2']),
  inFile('awkward.test.mjs', ['outer', 'inner', 'leaf']),
  inFile('awkward.test.mjs', ['outer', 'inner', 'leaf'], 2),
  inFile('awkward.test.mjs', ['outer', 'has subtests']),
  inFile('awkward.test.mjs', ['later', 'leaf']),
  inFile('awkward.test.mjs', ['namedByItsFunction']),
];
const crashes = ['exits with seven', 'exits with zero', 'kills itself', 'hangs'].map((title) =>
  inFile('crash.test.mjs', [title]),
);
const order = [
  inFile('order.test.cjs', ['victim']),
  inFile('order.test.cjs', ['polluters', 'polluter']),
  inFile('order.test.cjs', ['passes once']),
];
const plain = [
  inFile('plain.test.mjs', ['passes']),
  inFile('plain.test.mjs', ['fails']),
  inFile('plain.test.mjs', ['with a broken set-up', 'errors']),
  inFile('plain.test.mjs', ['skipped']),
];

/** `node`: the path of that Node. */
export const nodeTestArm = (version: string, age: Age, node: () => Promise<string>): RunnerArm => ({
  name: `node:test of Node ${version.split('.')[0]}`,
  adapter: nodeTest,
  age,
  retries: 'none exist',
  fixture: async (folder) => {
    await cp(PROJECT, folder, { recursive: true });
    return {
      program: [await node()],
      suite: [...odd, ...crashes, ...order, ...plain],
      odd,
      exitsSeven: crashes[0]!,
      exitsZero: crashes[1]!,
      killsItself: crashes[2]!,
      hangs: crashes[3]!,
      victim: order[0]!,
      polluter: order[1]!,
      selfPolluter: order[2]!,
      passes: plain[0]!,
      fails: plain[1]!,
      errors: plain[2]!,
      skips: plain[3]!,
    };
  },
});
