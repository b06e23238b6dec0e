/** Blocks, hooks, whole files and workers under Jest. */
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { testId } from '../../src/contract/test-id.ts';
import { jest } from '../../src/runners/jest.ts';
import { runCommand } from '../contract/run-command.ts';
import { writeFiles } from './javascript-project.ts';
import { javascriptTraits } from './javascript-traits.ts';

const HEADERS = {
  '30.5.2': '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing',
  '29.7.0': '// Jest Snapshot v1, https://goo.gl/fbAQLP',
};

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

for (const [version, header] of Object.entries(HEADERS)) {
  javascriptTraits({
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
}

test('jest loads ES modules when the scripts of the project ask node for them', async () => {
  const home = await mkdtemp(join(tmpdir(), 'unflake-modules-'));
  try {
    const tools = await npmTools({ jest: '30.5.2' });
    const root = join(home, 'project');
    await writeFiles(root, {
      'package.json': JSON.stringify({
        type: 'module',
        scripts: { test: 'node --experimental-vm-modules node_modules/jest/bin/jest.js' },
        jest: { transform: {} },
      }),
      'answer.js': 'export const answer = 42;',
      'answer.test.js': "import { answer } from './answer.js'; test('imports', () => expect(answer).toBe(42));",
    });
    await symlink(join(tools, 'node_modules'), join(root, 'node_modules'));
    const context = {
      ...{ root, folder: home, probes: fileURLToPath(new URL('../../probes', import.meta.url)) },
      program: [process.execPath, join(tools, 'node_modules/jest/bin/jest.js')] as const,
      settings: { args: [], files: [], command: [], report: { format: 'exit', path: null } } as const,
    };
    const tests = [testId('answer.test.js > imports')];
    const request = { tests, suite: tests, repeat: 1, conditions: {}, seed: 1 };
    const report = jest.parse(await runCommand(jest.command(request, context), context), request, context);
    expect(report).toMatchObject({ observations: [{ outcome: 'passed' }], problems: [] });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});
