/** The PHPUnit of this machine, in a project that asks for another order, a stop at the first failure and a report, held to the contract of runners. */
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { phpunitProgram } from '../../../../scripts/toolchains/phpunit.mjs';
import { phpunit } from '../../src/runners/phpunit.ts';
import { runnerContract } from '../contract/runner.ts';

const PROJECT = fileURLToPath(new URL('./projects/phpunit', import.meta.url));

const inClass = (file: string, name: string, ...tests: readonly string[]) =>
  tests.map((test) => `tests/${file}.php::${name}::${test}`);

const odd = inClass(
  'AwkwardTest',
  String.raw`Shop\Tests\nested\AwkwardTest`,
  'testWith with data set #0',
  'testWith with data set "two words"',
  'testWith with data set "it\'s "quoted" and `ticked`"',
  'testWith with data set "brackets [1] (two) {3} ::x#2 @y"',
  String.raw`testWith with data set "a > b \\ back\\slash $^.*+?|/"`,
  String.raw`testWith with data set "日本語 🎉\nand a line  "`,
  'testWith with data set ""',
  'testWith with data set #1',
  'testÜnïcode',
  'testIsShared',
);
const crashes = inClass(
  'CrashTest',
  'CrashTest',
  'testExitsWithSeven',
  'testExitsWithZero',
  'testKillsItself',
  'testHangs',
);
const order = inClass(
  'Order/OrderTest',
  String.raw`Shop\Tests\Order\OrderTest`,
  'testVictim',
  'testPolluter',
  'testSelfPolluter',
);
const errors = inClass('BrokenSetUpTest', String.raw`Shop\Tests\BrokenSetUpTest`, 'testErrors');
const plain = inClass('PlainTest', String.raw`Shop\Tests\PlainTest`, 'testPasses', 'testFails', 'testSkips');

runnerContract({
  name: 'phpunit',
  adapter: phpunit,
  retries: 'none exist',
  fixture: async (folder) => {
    await cp(PROJECT, folder, { recursive: true });
    return {
      program: [await phpunitProgram()],
      suite: [...odd, ...errors, ...crashes, ...order, ...plain],
      odd,
      exitsSeven: crashes[0]!,
      exitsZero: crashes[1]!,
      killsItself: crashes[2]!,
      hangs: crashes[3]!,
      victim: order[0]!,
      polluter: order[1]!,
      selfPolluter: order[2]!,
      errors: errors[0]!,
      passes: plain[0]!,
      fails: plain[1]!,
      skips: plain[2]!,
    };
  },
});
