/** Several projects in one Jest, each with a configuration of its own. */
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { jest } from '../../src/runners/jest.ts';
import { openProject } from '../contract/runner-arm.ts';
import { told, writeFiles } from './small-project.ts';

const IN = (name: string) => `test('is in ${name}', () => expect(configuredAs).toBe('${name}'));\n`;
const project = (name: string, match: string) => ({
  displayName: name,
  globals: { configuredAs: name },
  testMatch: [`<rootDir>/${match}`],
});

test.each(['30.5.2', '26.6.3'])(
  'jest %s runs the tests of all its projects with their own configuration',
  async (version) => {
    const tools = await npmTools({ jest: version, ...(version.startsWith('26') && { 'jest-circus': version }) });
    const config = {
      testRunner: 'jest-circus/runner',
      projects: [
        project('left', '{left,both}/*.test.js'),
        project('right', '{right,both}/*.test.js'),
        { displayName: 'lint', runner: './lint-runner.js', testMatch: ['<rootDir>/**/*.js'] },
      ].map((one) => ({ testRunner: 'jest-circus/runner', ...one })),
    };
    const opened = await openProject(jest, async (folder) => {
      await writeFiles(folder, {
        'package.json': JSON.stringify({ jest: config }),
        'left/a.test.js': IN('left'),
        'right/a.test.js': IN('right'),
        'both/a.test.js': IN('left'),
        'lint-runner.js': 'module.exports = class { async runTests() { throw new Error("ran unasked"); } };\n',
      });
      await symlink(join(tools, 'node_modules'), join(folder, 'node_modules'));
      return { program: [process.execPath, join(folder, 'node_modules/jest/bin/jest.js')] as const, suite: [] };
    });
    try {
      const { tests, problems } = await opened.list();
      expect(tests).toEqual([
        'both/a.test.js > is in left',
        'left/a.test.js > is in left',
        'right/a.test.js > is in right',
      ]);
      expect(problems.join('\n')).toMatch(/both\/a\.test\.js belongs to several projects/);
      expect(problems.join('\n')).toMatch(/left out: files of the runner .*lint-runner/);
      const report = await opened.run([...tests].reverse());
      expect(told(report)).toEqual(['passed is in right', 'passed is in left', 'passed is in left']);
      expect(report.problems).toEqual([]);
    } finally {
      await opened.close();
    }
  },
);
