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
import { jestTraits } from './jest-traits.ts';

javascriptTraits(jestTraits('30.5.2', '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing'));

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
