/** The RSpec of this machine, with a gem that retries, held to the contract of runners. */
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rubyWithRspec } from '../../../../scripts/toolchains/ruby.mjs';
import { rspec } from '../../src/runners/rspec.ts';
import { runnerContract } from '../contract/runner.ts';

const PROJECT = fileURLToPath(new URL('./projects/rspec', import.meta.url));

const inFile = (file: string, ...names: readonly string[]) => names.map((name) => `spec/${file}_spec.rb > ${name}`);

const odd = inFile(
  'awkward',
  'brackets [1] (two) {3} > it\'s "quoted" and `ticked`',
  'brackets [1] (two) {3} > adds 1 to a b',
  'brackets [1] (two) {3} > adds 2 to ü',
  String.raw`a \> b > back\\slash \\# \> done $^.*+?|`,
  'String#size > (no description)',
  String.raw`String#size > (no description)\#2`,
  'twice > same name',
  String.raw`twice > same name\#2`,
  'twice > is shared',
  String.raw`twice > snowman ☃ > 日本語 🎉\nand a line  `,
  String.raw`twice > same name\#3`,
);
const crashes = inFile(
  'crash',
  'crashes > exits with seven',
  'crashes > exits with zero',
  'crashes > kills itself',
  'crashes > hangs',
);
const order = inFile(
  'order',
  ...['victim', 'polluter', 'self-polluter', 'passes at the second try'].map((name) => `order > ${name}`),
);
const plain = inFile(
  'plain',
  'plain > passes',
  'plain > fails',
  'plain > skips',
  'plain > with a broken set-up > errors',
);

runnerContract({
  name: 'rspec',
  adapter: rspec,
  retries: 'forced off',
  fixture: async (folder) => {
    await cp(PROJECT, folder, { recursive: true });
    return {
      program: [await rubyWithRspec()],
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
      skips: plain[2]!,
      errors: plain[3]!,
    };
  },
});
