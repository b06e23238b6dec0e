/** The Go project that the contract of runners is held with. */
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { goProgram } from '../../../../scripts/toolchains/go.mjs';
import { goTest } from '../../src/runners/go-test.ts';
import type { RunnerArm } from '../contract/runner-arm.ts';

const PROJECT = fileURLToPath(new URL('./projects/go-test', import.meta.url));

const inFolder = (folder: string, ...names: readonly string[]) => names.map((name) => `${folder}::${name}`);

const odd = inFolder(
  '.',
  'Test',
  'TestÜnïcode試験',
  'Test_underscores__in_it',
  'TestTwice',
  'TestTable',
  'TestName',
  'TestTwice\\#2',
  'TestExternal',
);
const plain = inFolder('cart', 'TestPasses', 'TestFails', 'TestTearDownFails', 'TestSkipped');
const crashes = inFolder('crash', 'TestExitsWithSeven', 'TestExitsWithZero', 'TestKillsItself', 'TestHangs');
const order = inFolder('order', 'TestVictim', 'TestPolluter', 'TestPassesOnce');

export const goArm: RunnerArm = {
  name: 'go test',
  adapter: goTest,
  retries: 'none exist',
  fixture: async (folder) => {
    await cp(PROJECT, folder, { recursive: true });
    return {
      program: [await goProgram()],
      suite: [...odd, ...plain, ...crashes, ...order],
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
};
