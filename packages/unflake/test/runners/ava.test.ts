/** The newest AVA keeps the contract of runners; it does not run on Node 20. */
import { nodeVersion } from '../../../../scripts/toolchains/node.mjs';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { ava } from '../../src/runners/ava.ts';
import { runnerContract } from '../contract/runner.ts';
import { writeAvaProject } from './ava-project.ts';

runnerContract({
  name: 'ava 8.0.1',
  adapter: ava,
  age: 'newest',
  retries: 'none exist',
  fixture: async (folder) =>
    writeAvaProject(folder, {
      tools: await npmTools({ ava: '8.0.1' }),
      modules: 'ecmascript',
      node: await nodeVersion('22.23.3'),
    }),
});
