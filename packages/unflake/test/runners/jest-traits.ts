/** What only Jest has of blocks, hooks, whole files and workers, for any version. */
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { jest } from '../../src/runners/jest.ts';
import type { TraitsArm } from './javascript-traits.ts';

const OWN = `
test.failing('fails as it should', () => expect(1).toBe(2));
test.failing('passes and should not', () => {});
test.todo('to be written');
test('calls back', (done) => { setImmediate(done); });
test('forgets its assertions', () => { expect.assertions(1); });
test('knows that it is tested', () => { expect(process.env.NODE_ENV).toBe('test'); });
test('throws nothing', () => { throw undefined; });
test('is too slow', () => new Promise(() => {}), 20);
describe('afterwards', () => {
  afterEach(() => { throw new Error('tear-down'); });
  test('breaks', () => {});
});
`;

/** `header`: the first line of the files in which it keeps snapshots. */
export const jestTraits = (version: string, header: string): TraitsArm => ({
  name: `jest ${version}`,
  adapter: jest,
  tools: () => npmTools({ jest: version }),
  script: 'jest/bin/jest.js',
  snapshot: `${header}\n\nexports[\`kept 1\`] = \`"value"\`;\n`,
  files: {
    'other-runner.js': 'module.exports = async () => {};',
    'own-runner.json': '{ "testRunner": "./other-runner.js" }',
  },
  own: {
    text: OWN,
    outcomes: {
      'fails as it should': 'passed',
      'passes and should not': 'failed',
      'to be written': 'skipped',
      'calls back': 'passed',
      'forgets its assertions': 'failed',
      'knows that it is tested': 'passed',
      'throws nothing': 'failed',
      'is too slow': 'failed',
      'afterwards > breaks': 'errored',
    },
  },
  refused: [[['--config=own-runner.json'], 'other-runner']],
});
