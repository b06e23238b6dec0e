/** The project with which Jest, in any version, keeps the contract of runners. */
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { jest } from '../../src/runners/jest.ts';
import type { Age, RunnerArm } from '../contract/runner.ts';
import { writeJavascriptProject } from './javascript-project.ts';

const RETRIED = `
jest.retryTimes(2);
let tries = 0;
test('passes at the second try', () => { tries += 1; expect(tries).toBe(2); });
`;

export const jestArm = (version: string, age: Age, files: Readonly<Record<string, string>>): RunnerArm => ({
  name: `jest ${version}`,
  adapter: jest,
  age,
  retries: 'forced off',
  fixture: async (folder) =>
    writeJavascriptProject(folder, {
      tools: await npmTools({ jest: version }),
      script: 'jest/bin/jest.js',
      files,
      retried: RETRIED,
      exit: (code) => `process.exit(${code})`,
    }),
});
