/** Jest keeps the contract of runners, in the newest and the oldest version that we promise. */
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { jest } from '../../src/runners/jest.ts';
import { runnerContract } from '../contract/runner.ts';
import { writeJavascriptProject } from './javascript-project.ts';

const RETRIED = `
jest.retryTimes(2);
let tries = 0;
test('passes at the second try', () => { tries += 1; expect(tries).toBe(2); });
`;

const ARMS = [
  { age: 'newest', tools: { jest: '30.5.2' }, files: {} },
  // Before 27 Jest's own test runner is jest-jasmine2.
  {
    age: 'older',
    tools: { jest: '24.7.0' },
    files: { 'jest.config.js': "module.exports = { testEnvironment: 'node' };" },
  },
] as const;

for (const { age, tools, files } of ARMS) {
  runnerContract({
    name: `jest ${tools.jest}`,
    adapter: jest,
    age,
    retries: 'forced off',
    fixture: async (folder) =>
      writeJavascriptProject(folder, {
        tools: await npmTools(tools),
        script: 'jest/bin/jest.js',
        files,
        retried: RETRIED,
        exit: (code) => `process.exit(${code})`,
      }),
  });
}
