/** Maven Surefire with JUnit 5, and a POM that asks for retries, held to the contract of runners. */
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { mavenFor } from '../../../../scripts/toolchains/maven.mjs';
import { maven } from '../../src/runners/maven.ts';
import { runnerContract } from '../contract/runner.ts';

const PROJECT = fileURLToPath(new URL('./projects/maven', import.meta.url));

const inClass = (name: string, ...titles: readonly string[]) => titles.map((title) => `x.${name}::${title}`);

// As JUnit orders methods: by a hash of their names.
const odd = inClass(
  'AwkwardTest',
  'adds(int, String)',
  'adds(String)',
  'adds(TestInfo)',
  'made',
  'again',
  'twice(Date)',
  String.raw`twice(Date)\#2`,
  'größe試験',
  'shown_otherwise$',
  'Inner::deep',
  'Inner::Deeper::deep',
);
const crashes = inClass('CrashTest', 'exitsWithZero', 'exitsWithSeven', 'hangs', 'killsItself');
const order = inClass('OrderTest', 'victim', 'polluter', 'passesOnce', 'passesAtTheSecondTry');
const plain = inClass('PlainTest', 'passes', 'fails', 'skips', 'WithBrokenSetUp::errors');

runnerContract({
  name: 'maven',
  adapter: maven,
  retries: 'forced off',
  fixture: async (folder) => {
    await cp(PROJECT, folder, { recursive: true });
    return {
      program: [await mavenFor(PROJECT, 'PlainTest#passes')],
      suite: [...odd, ...crashes, ...order, ...plain],
      odd,
      exitsZero: crashes[0]!,
      exitsSeven: crashes[1]!,
      hangs: crashes[2]!,
      killsItself: crashes[3]!,
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
