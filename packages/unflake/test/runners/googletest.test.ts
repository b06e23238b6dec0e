/** Programs made with the GoogleTest of this machine, held to the contract of runners. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildGoogletest } from '../../../../scripts/toolchains/googletest.mjs';
import { googletest } from '../../src/runners/googletest.ts';
import { runnerContract } from '../contract/runner.ts';

const PROJECT = fileURLToPath(new URL('./projects/googletest', import.meta.url));
const PROGRAMS = ['crash_test', 'plain_test'] as const;

const inProgram = (program: string, ...names: readonly string[]) => names.map((name) => `build/${program}::${name}`);

const crashes = inProgram(
  'crash_test',
  ...['ExitsWithSeven', 'ExitsWithZero', 'KillsItself', 'Hangs'].map((name) => `Crash.${name}`),
);
const plain = inProgram('plain_test', 'Plain.Passes', 'Plain.Fails', 'Plain.Skips', 'BrokenSetUp.Errors');
const order = inProgram('plain_test', 'Order.Victim', 'Order.SelfPolluter', 'Order.Polluter');
const odd = inProgram(
  'plain_test',
  'Odd_Names.ünïcode_試験',
  'Odd_Names.PrintsWithoutALineBreak',
  'Odd_Names.PrintsTheMarksOfAnother',
  'Typed/0.HasASize',
  'Typed/1.HasASize',
  'Some/Numbers.AreSmall/0',
  'Some/Numbers.AreSmall/1',
  'Named/Numbers.AreSmall/n7',
);

runnerContract({
  name: 'GoogleTest',
  adapter: googletest,
  retries: 'none exist',
  fixture: async (folder) => {
    await cp(PROJECT, folder, { recursive: true });
    for (const name of PROGRAMS) await buildGoogletest(join(folder, `tests/${name}.cc`), join(folder, 'build', name));
    return {
      program: [process.execPath],
      suite: [...crashes, ...plain, ...order, ...odd],
      odd,
      exitsSeven: crashes[0]!,
      exitsZero: crashes[1]!,
      killsItself: crashes[2]!,
      hangs: crashes[3]!,
      passes: plain[0]!,
      fails: plain[1]!,
      skips: plain[2]!,
      errors: plain[3]!,
      victim: order[0]!,
      selfPolluter: order[1]!,
      polluter: order[2]!,
    };
  },
});
