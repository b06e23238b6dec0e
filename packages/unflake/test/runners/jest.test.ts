/** Jest keeps the contract of runners, in both versions that we promise. */
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { jest } from '../../src/runners/jest.ts';
import { runnerContract } from '../contract/runner.ts';
import { writeJavascriptProject } from './javascript-project.ts';

const RETRIED = `
jest.retryTimes(2);
let tries = 0;
test('passes at the second try', () => { tries += 1; expect(tries).toBe(2); });
`;

for (const version of ['30.5.2', '29.7.0']) {
  runnerContract({
    name: `jest ${version}`,
    adapter: jest,
    retries: 'forced off',
    fixture: async (folder) =>
      writeJavascriptProject(folder, {
        tools: await npmTools({ jest: version }),
        script: 'jest/bin/jest.js',
        files: {},
        retried: RETRIED,
        exit: (code) => `process.exit(${code})`,
      }),
  });
}
