/** The cargo project that the contract of runners is held with. */
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { cargoProgram } from '../../../../scripts/toolchains/rust.mjs';
import { cargoTest } from '../../src/runners/cargo-test.ts';
import type { RunnerArm } from '../contract/runner-arm.ts';

const PROJECT = fileURLToPath(new URL('./projects/cargo-test', import.meta.url));

const inFile = (file: string, ...names: readonly string[]) => names.map((name) => `${file}::${name}`);

const plain = inFile('src/lib.rs', 'tests::fails', 'tests::passes', 'tests::skipped');
const odd = inFile(
  'tests/awkward.rs',
  'deep::deeper::twice',
  'panics_as_it_should',
  'r#match',
  'returns_a_result',
  'twice',
  'ünïcode_試験',
);
const crashes = inFile('tests/crash.rs', 'exits_with_seven', 'exits_with_zero', 'hangs', 'kills_itself');
const order = inFile('tests/order.rs', 'a_victim', 'b_polluter', 'c_second_victim');

export const cargoArm: RunnerArm = {
  name: 'cargo test',
  adapter: cargoTest,
  retries: 'none exist',
  begins: (line, id) => line.includes('"started"') && line.includes(JSON.stringify(id.split('::').at(-1))),
  fixture: async (folder) => {
    await cp(PROJECT, folder, { recursive: true });
    return {
      program: [await cargoProgram()],
      suite: [...plain, ...odd, ...crashes, ...order],
      odd,
      fails: plain[0]!,
      passes: plain[1]!,
      skips: plain[2]!,
      exitsSeven: crashes[0]!,
      exitsZero: crashes[1]!,
      hangs: crashes[2]!,
      killsItself: crashes[3]!,
      victim: order[0]!,
      polluter: order[1]!,
      // The harness repeats nothing, so that nobody runs it twice.
      selfPolluter: order[2]!,
    };
  },
};
