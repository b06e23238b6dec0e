/** AVA keeps the contract of runners, in the newest and the oldest version that we promise; 8 does not run on Node 20. */
import { nodeVersion } from '../../../../scripts/toolchains/node.mjs';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { ava } from '../../src/runners/ava.ts';
import { runnerContract } from '../contract/runner.ts';
import { writeAvaProject } from './ava-project.ts';

for (const [version, age, node] of [
  ['8.0.1', 'newest', '22.23.3'],
  ['4.0.0', 'older', null],
] as const) {
  runnerContract({
    name: `ava ${version}`,
    adapter: ava,
    age,
    retries: 'none exist',
    fixture: async (folder) =>
      writeAvaProject(folder, await npmTools({ ava: version }), node === null ? undefined : await nodeVersion(node)),
  });
}
