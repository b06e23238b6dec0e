/** The Minitest of this machine, in a project that retries as gems do, held to the contract of runners. */
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rubyWithMinitest } from '../../../../scripts/toolchains/ruby.mjs';
import { minitest } from '../../src/runners/minitest.ts';
import { runnerContract } from '../contract/runner.ts';

const PROJECT = fileURLToPath(new URL('./projects/minitest', import.meta.url));

const inFile = (file: string, ...names: readonly string[]) => names.map((name) => `test/${file}_test.rb::${name}`);

const odd = inFile(
  'awkward',
  'brackets [1] (two) {3}#it\'s "quoted" and `ticked`',
  'brackets [1] (two) {3}#adds 1 to a b',
  'brackets [1] (two) {3}#adds 2 to ü',
  String.raw`a > b::c#d#back\\slash \\# > done $^.*+?|`,
  'ParentTest#test_is_shared',
  'ParentTest#test_parent',
  'ChildTest#test_is_shared',
  'ChildTest#test_parent',
  'ChildTest#test_with a name',
  'ChildTest#test_ünïcode',
  'twice#same name',
  String.raw`twice#same name\#2`,
  String.raw`twice::snowman ☃#日本語 🎉\nand a line  `,
  String.raw`twice#same name\#3`,
  '(anonymous)#test_nameless',
);
const crashes = inFile(
  'crash',
  'CrashTest#test_a_exits_with_seven',
  'CrashTest#test_b_exits_with_zero',
  'CrashTest#test_c_kills_itself',
  'CrashTest#test_d_hangs',
);
const order = inFile(
  'models/order',
  ...['victim', 'polluter', 'self-polluter', 'passes at the second try'].map((name) => `order#${name}`),
);
const plain = inFile(
  'plain',
  'PlainTest#test_fails',
  'PlainTest#test_passes',
  'PlainTest#test_skips',
  'PlainTest::BrokenSetUpTest#test_errors',
);

runnerContract({
  name: 'minitest',
  adapter: minitest,
  retries: 'forced off',
  fixture: async (folder) => {
    await cp(PROJECT, folder, { recursive: true });
    return {
      program: [await rubyWithMinitest()],
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
      fails: plain[0]!,
      passes: plain[1]!,
      skips: plain[2]!,
      errors: plain[3]!,
    };
  },
});
