import { describe, expect, test } from 'vitest';
import { RUNNERS, runnerNamed } from '../../../src/runners/index.ts';
import { nodeTest } from '../../../src/runners/node-test.ts';
import { pytest } from '../../../src/runners/pytest.ts';
import { projectOf } from './project-of.ts';

const script = (test: string) => JSON.stringify({ scripts: { test } });

describe('detection of pytest', () => {
  test.each([
    ['pytest.ini', '', 'configured'],
    ['pyproject.toml', '[tool.pytest.ini_options]\n', 'configured'],
    ['pyproject.toml', '[tool.pytest]\n', 'configured'],
    ['setup.cfg', '[tool:pytest]\n', 'configured'],
    ['tox.ini', '[pytest]\n', 'configured'],
    ['requirements-dev.txt', 'pytest>=8\n', 'likely'],
    ['conftest.py', '', 'likely'],
    ['readme.md', '', 'possible'],
  ])('%s saying %j makes it %s', (file, text, strength) => {
    const found = pytest.detect(projectOf({ [file]: text, 'tests/test_a.py': '' }));
    expect(found).toMatchObject({ folder: '.', strength });
  });

  test.each([
    ['a pyproject of another tool alone', { 'pyproject.toml': '[tool.black]\n', 'app.py': '' }],
    ['a tox.ini without pytest', { 'tox.ini': '[tox]\n', 'src/testing.py': '' }],
    ['JavaScript', { 'package.json': '{}', 'a.test.js': '' }],
  ])('%s is no sign', (_what, files) => {
    expect(pytest.detect(projectOf(files as Record<string, string>))).toBeNull();
  });

  test('is started in the folder of its configuration, the nearest to the root first', () => {
    const files = { 'services/api/pytest.ini': '', 'services/api/deep/pytest.ini': '', 'web/package.json': '{}' };
    expect(pytest.detect(projectOf(files))?.folder).toBe('services/api');
  });

  test('is started at the root when only its folder of tests has requirements', () => {
    const files = { 'setup.py': '', 'test/requirements.txt': 'pytest\n', 'test/test_a.py': '' };
    expect(pytest.detect(projectOf(files))?.folder).toBe('.');
  });

  test('is started in the folder of the nearest manifest when it is not configured', () => {
    const files = { 'setup.py': '', 'services/api/requirements.txt': 'pytest\n', 'services/api/tests/test_a.py': '' };
    expect(pytest.detect(projectOf(files))?.folder).toBe('services/api');
  });
});

describe('detection of node:test', () => {
  test.each([
    'node --test',
    'tsc && node --import tsx --test "test/**/*.ts"',
    'NODE_ENV=test node --enable-source-maps --test',
  ])('the script %j makes it configured', (text) => {
    expect(nodeTest.detect(projectOf({ 'package.json': script(text) }))).toEqual({
      folder: '.',
      because: ['`node --test` in the script "test"'],
      strength: 'configured',
    });
  });

  test.each([
    `import test from 'node:test';`,
    `const { it } = require("node:test")`,
    `import{describe}from "node:test"`,
  ])('a test file with %s makes it likely', (text) => {
    const found = nodeTest.detect(
      projectOf({ 'package.json': '{}', 'packages/a/package.json': '{}', 'packages/a/x.test.mjs': text }),
    );
    expect(found).toMatchObject({ folder: 'packages/a', strength: 'likely' });
  });

  test.each([
    ['another runner', { 'package.json': script('vitest run'), 'a.test.js': `import { test } from 'vitest';` }],
    ['a script that only looks like it', { 'package.json': script('node build.js && other --test') }],
    ['a broken manifest', { 'package.json': '{ "scripts": ' }],
  ])('%s is no sign', (_what, files) => {
    expect(nodeTest.detect(projectOf(files as Record<string, string>))).toBeNull();
  });
});

describe('the list of runners', () => {
  test('has each by its name, once', () => {
    const names = RUNNERS.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    expect(names).toEqual(expect.arrayContaining(['node-test', 'pytest', 'jest', 'vitest', 'command']));
    for (const runner of RUNNERS) expect(runnerNamed(runner.name)).toBe(runner);
    expect(runnerNamed('nobody')).toBeUndefined();
  });
});
