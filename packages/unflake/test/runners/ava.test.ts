/** AVA keeps the contract of runners, in the newest and the oldest version that we promise; 8 does not run on Node 20. */
import { nodeVersion } from '../../../../scripts/toolchains/node.mjs';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { ava } from '../../src/runners/ava.ts';
import { runnerContract } from '../contract/runner.ts';
import { writeAvaProject } from './ava-project.ts';

for (const { version, age, modules, node } of [
  { version: '8.0.1', age: 'newest', modules: 'ecmascript', node: () => nodeVersion('22.23.3') },
  { version: '3.0.0', age: 'older', modules: 'commonjs', node: () => process.execPath },
] as const) {
  runnerContract({
    name: `ava ${version}`,
    adapter: ava,
    age,
    retries: 'none exist',
    fixture: async (folder) =>
      writeAvaProject(folder, { tools: await npmTools({ ava: version }), modules, node: await node() }),
  });
}
