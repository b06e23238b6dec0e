/** What only Vitest has of blocks, hooks, whole files and workers, for any version. */
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { vitest } from '../../src/runners/vitest.ts';
import type { TraitsArm } from './javascript-traits.ts';

const OWN = `
test('skips itself', (context) => context.skip());
describe('skipped by a hook', () => {
  beforeEach((context) => context.skip());
  test('inside', () => { throw new Error('not reached'); });
});
test.fails('fails as it should', () => expect(1).toBe(2));
test.fails('passes and should not', () => {});
test.todo('to be written');
test('fails softly', () => { expect.soft(1).toBe(2); });
test('forgets its assertions', () => { expect.assertions(1); });
test('knows that it is tested', () => {
  expect([process.env.NODE_ENV, process.env.VITEST, configuredWith]).toEqual(['test', 'true', 'true']);
});
test('leaves by process.exit', () => process.exit(0));
test.extend({ broken: async ({}, use) => { await use(1); throw new Error('fixture'); } })('breaks a fixture', ({ broken }) => { expect(broken).toBe(1); });
`;

export const vitestTraits = (version: string): TraitsArm => ({
  name: `vitest ${version}`,
  adapter: vitest,
  tools: () => npmTools({ vitest: version }),
  script: 'vitest/vitest.mjs',
  snapshot: '// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[`kept 1`] = `"value"`;\n',
  files: {
    'vitest.config.mjs':
      'export default { define: { configuredWith: JSON.stringify(process.env.VITEST) }, test: { globals: true } };',
    'other-runner.mjs': 'export default class {}',
    'own-runner.config.mjs': "export default { test: { runner: './other-runner.mjs' } };",
  },
  own: {
    text: OWN,
    outcomes: {
      'skips itself': 'skipped',
      'skipped by a hook > inside': 'skipped',
      'fails as it should': 'passed',
      'passes and should not': 'failed',
      'to be written': 'skipped',
      'fails softly': 'failed',
      'forgets its assertions': 'failed',
      'knows that it is tested': 'passed',
      'leaves by process.exit': 'failed',
      'breaks a fixture': 'errored',
    },
  },
  refused: [[['--config=own-runner.config.mjs'], 'other-runner']],
});
