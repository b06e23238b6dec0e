/** Vitest keeps the contract of runners, in the newest and the oldest version that we promise; 5 does not run on Node 20. */
import { nodeVersion } from '../../../../scripts/toolchains/node.mjs';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { vitest } from '../../src/runners/vitest.ts';
import { runnerContract } from '../contract/runner.ts';
import { writeJavascriptProject } from './javascript-project.ts';

const RETRIED = `
let tries = 0;
test('passes at the second try', { retry: 2 }, () => { tries += 1; expect(tries).toBe(2); });
`;

for (const { version, age, node } of [
  { version: '5.1.0', age: 'newest', node: () => nodeVersion('22.23.3') },
  { version: '1.3.1', age: 'older', node: () => process.execPath },
] as const) {
  runnerContract({
    name: `vitest ${version}`,
    adapter: vitest,
    age,
    retries: 'forced off',
    crashes: 'apart',
    fixture: async (folder) =>
      writeJavascriptProject(folder, {
        tools: await npmTools({ vitest: version }),
        script: 'vitest/vitest.mjs',
        node: await node(),
        files: { 'vitest.config.mjs': "export default { test: { globals: true, retry: 1, pool: 'forks' } };" },
        retried: RETRIED,
        // Vitest catches process.exit and lets the test fail; this is what native code does.
        exit: (code) => `process.reallyExit(${code})`,
      }),
  });
}
