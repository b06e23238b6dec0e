/** The project with which Vitest, in any version, keeps the contract of runners. */
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { vitest } from '../../src/runners/vitest.ts';
import type { Age, RunnerArm } from '../contract/runner.ts';
import { writeJavascriptProject } from './javascript-project.ts';

const RETRIED = `
let tries = 0;
test('passes at the second try', { retry: 2 }, () => { tries += 1; expect(tries).toBe(2); });
`;

/** `node`: the path of the Node that runs it. */
export const vitestArm = (version: string, age: Age, node: () => Promise<string>): RunnerArm => ({
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
