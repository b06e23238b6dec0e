/** The oldest AVA that we promise keeps the contract of runners. */
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { ava } from '../../src/runners/ava.ts';
import { runnerContract } from '../contract/runner.ts';
import { writeAvaProject } from './ava-project.ts';

runnerContract({
  name: 'ava 3.0.0',
  adapter: ava,
  age: 'older',
  retries: 'none exist',
  fixture: async (folder) =>
    writeAvaProject(folder, {
      tools: await npmTools({ ava: '3.0.0' }),
      modules: 'commonjs',
      node: process.execPath,
    }),
});
