/** The BATS of this machine, held to the contract of runners. */
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { batsProgram } from '../../../../scripts/toolchains/bats.mjs';
import { bats } from '../../src/runners/bats.ts';
import { runnerContract } from '../contract/runner.ts';

const PROJECT = fileURLToPath(new URL('./projects/bats', import.meta.url));

const inFile = (file: string, ...names: readonly string[]) => names.map((name) => `test/${file}.bats > ${name}`);

const crashes = inFile('crash', 'exits with seven', 'exits with zero', 'kills itself', 'hangs');
const odd = inFile(
  'deeper/awkward',
  'spaces  in it',
  'brackets [1] (two) {3}',
  `"double" and 'single'`,
  'ünïcode ☃',
  'a \\> b',
  'back\\\\slash \\\\# | ^.*+?',
  'in single quotes',
  'a $dollar and `ticks`',
  'as_a_function',
);
const order = inFile('order', 'victim', 'polluter', 'self-polluter');
const plain = inFile('plain', 'passes', 'fails', 'errors', 'skips');
const retried = inFile('retried', 'passes at the second try');

runnerContract({
  name: 'bats',
  adapter: bats,
  retries: 'forced off',
  begins: (line, id) => /^begin \d+ (.*)$/.exec(line)?.[1] === id.split(' > ').at(-1),
  fixture: async (folder) => {
    await cp(PROJECT, folder, { recursive: true });
    return {
      program: [await batsProgram()],
      suite: [...crashes, ...odd, ...order, ...plain, ...retried],
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
      retried: retried[0]!,
    };
  },
});
