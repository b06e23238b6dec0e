/** Mocha keeps the contract of runners, in the newest and the oldest version that we promise. */
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { mocha } from '../../src/runners/mocha.ts';
import { runnerContract } from '../contract/runner.ts';
import { writeMochaProject } from './mocha-project.ts';

for (const [version, age] of [
  ['12.0.3', 'newest'],
  ['5.2.0', 'older'],
] as const) {
  runnerContract({
    name: `mocha ${version}`,
    adapter: mocha,
    age,
    retries: 'forced off',
    fixture: async (folder) => writeMochaProject(folder, await npmTools({ mocha: version })),
  });
}
