/** cargo-nextest, held to the contract of runners with the project of cargo test, in which pollution goes over files. */
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { cargoWithNextest } from '../../../../scripts/toolchains/nextest.mjs';
import { nextest } from '../../src/runners/nextest.ts';
import { runnerContract } from '../contract/runner.ts';
import { cargoArm } from '../runners/cargo-arm.ts';

const PROJECT = fileURLToPath(new URL('../runners/projects/nextest', import.meta.url));
const RETRIED = 'tests/retried.rs::passes_at_the_second_try';

runnerContract({
  name: 'nextest',
  adapter: nextest,
  retries: 'forced off',
  begins: (line, id) => line.includes('"started"') && line.includes(`$${id.split('::').at(-1)}"`),
  fixture: async (folder) => {
    const program = await cargoWithNextest();
    const shop = await cargoArm.fixture(folder);
    await cp(PROJECT, folder, { recursive: true });
    return { ...shop, program: [program], suite: [...shop.suite, RETRIED], retried: RETRIED };
  },
});
