/** What the runtimes' own detectors say, with the real tools: of tests that leave something behind, and of tests that do not. */
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goProgram } from '../../../../scripts/toolchains/go.mjs';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { pythonTools } from '../../../../scripts/toolchains/python.mjs';
import type { Report, RunnerAdapter } from '../../src/contract/runner.ts';
import { goTest } from '../../src/runners/go-test.ts';
import { jest } from '../../src/runners/jest.ts';
import { mocha } from '../../src/runners/mocha.ts';
import { nodeTest } from '../../src/runners/node-test.ts';
import { pytest } from '../../src/runners/pytest.ts';
import { unittest } from '../../src/runners/unittest.ts';
import { vitest } from '../../src/runners/vitest.ts';
import { type OpenProject, openProject, type RunnerProject } from '../contract/runner-arm.ts';
import { writeFiles } from './small-project.ts';

interface Arm {
  readonly adapter: RunnerAdapter;
  readonly program: (root: string) => Promise<readonly [string, ...string[]]>;
  readonly tools?: () => Promise<string>;
  readonly files: Readonly<Record<string, string>>;
  readonly suite: readonly string[];
  /** What is said when all of them run: detector, place, test. */
  readonly said: readonly string[];
}

const ON = { conditions: { detectors: 'on' } };

const javascript = (header: string) => `${header} const timers = [];
test('leaves a timer', () => { timers.push(setTimeout(() => {}, 60_000)); });
test('is tidy', async () => {
  clearTimeout(setTimeout(() => {}, 60_000));
  setTimeout(() => {}, 60_000).unref();
  await new Promise((done) => setTimeout(done, 1));
});
test('rejects for nobody', async () => {
  Promise.reject(new Error('left behind'));
  await new Promise((done) => setImmediate(done));
});
last(() => timers.forEach(clearTimeout));
`;

const JAVASCRIPT = {
  suite: ['leaves a timer', 'is tidy', 'rejects for nobody'].map((title) => `left.test.js > ${title}`),
  said: [
    'open-handle at left.test.js:2 in left.test.js > leaves a timer',
    'unhandled-rejection at left.test.js:9 in left.test.js > rejects for nobody',
  ],
};

const PYTHON = `import asyncio
import unittest

async def save():
    await asyncio.sleep(0)

def read_settings():
    return open(__file__).read()

async def fail():
    raise ValueError("nobody asks")

async def start_and_go():
    asyncio.ensure_future(fail())
    await asyncio.sleep(0.01)

class Left(unittest.TestCase):
    def test_awaits_nothing(self):
        save()

    def test_leaves_a_file_open(self):
        self.assertIn("asyncio", read_settings())

    def test_loses_an_exception(self):
        asyncio.run(start_and_go())

    def test_is_tidy(self):
        with open(__file__) as file:
            file.read()
        asyncio.run(save())
        with self.assertWarns(ResourceWarning):
            read_settings()
`;

const CASES = ['awaits_nothing', 'leaves_a_file_open', 'loses_an_exception', 'is_tidy'].map(
  (name) => `test_left.py::Left::test_${name}`,
);

const PYTHON_ARM = {
  program: async () => [await pythonTools({ pytest: '9.0.3' })] as const,
  suite: CASES,
  said: [
    `never-awaited at test_left.py:19 in ${CASES[0]}`,
    `unclosed-resource at test_left.py:8 in ${CASES[1]}`,
    `task-left at test_left.py:11 in ${CASES[2]}`,
  ],
};

const npm = (adapter: RunnerAdapter, version: string, script: string, files: Arm['files']): Arm => ({
  adapter,
  program: async (root) => [process.execPath, join(root, 'node_modules', adapter.name, script)],
  tools: () => npmTools({ [adapter.name]: version }),
  files: { 'package.json': '{ "name": "subject", "private": true }', ...files },
  ...JAVASCRIPT,
});

const ARMS: readonly Arm[] = [
  {
    adapter: goTest,
    program: async () => [await goProgram()],
    files: {
      'go.mod': 'module example.com/races\n\ngo 1.16\n',
      'counter.go': 'package races\n\ntype counter struct{ n int }\n\nfunc (c *counter) add() { c.n++ }\n',
      'counter_test.go': `package races

import (
	"sync"
	"testing"
)

func TestRaces(t *testing.T) { count(t, func() {}, func() {}) }

func TestLocks(t *testing.T) { var m sync.Mutex; count(t, m.Lock, m.Unlock) }

func count(t *testing.T, lock, unlock func()) {
	var all sync.WaitGroup
	c := &counter{}
	for i := 0; i < 2; i++ {
		all.Add(1)
		go func() { defer all.Done(); lock(); c.add(); unlock() }()
	}
	all.Wait()
}
`,
    },
    suite: ['.::TestRaces', '.::TestLocks'],
    // Among several tests Go does not tell whose goroutines they are.
    said: ['data-race at counter.go:5 in null'],
  },
  { ...PYTHON_ARM, adapter: pytest, files: { 'pytest.ini': '[pytest]\n', 'test_left.py': PYTHON } },
  { ...PYTHON_ARM, adapter: unittest, files: { 'test_left.py': PYTHON } },
  {
    adapter: nodeTest,
    program: async () => [process.execPath],
    files: { 'left.test.js': javascript("const { test, after: last } = require('node:test');") },
    ...JAVASCRIPT,
  },
  npm(jest, '30.5.2', 'bin/jest.js', { 'left.test.js': javascript('const last = afterAll;') }),
  npm(mocha, '12.0.3', 'bin/mocha.js', { 'left.test.js': javascript('const [test, last] = [it, after];') }),
  npm(vitest, '4.1.11', 'vitest.mjs', {
    'vitest.config.mjs': 'export default { test: { globals: true } };',
    'left.test.js': javascript('const last = afterAll;'),
  }),
];

const said = ({ detected = [] }: Report) =>
  detected.map(({ detector, where, test: id }) => `${detector} at ${where} in ${id}`);

describe.each(ARMS)('the detectors of $adapter.name', ({ adapter, program, tools, files, suite, said: expected }) => {
  let project: OpenProject<RunnerProject>;
  beforeAll(async () => {
    project = await openProject(adapter, async (root) => {
      await writeFiles(root, files);
      if (tools) await symlink(join(await tools(), 'node_modules'), join(root, 'node_modules'));
      const settings = { files: adapter.name === 'mocha' ? ['left.test.js'] : [] };
      return { program: await program(root), settings, suite };
    });
  });
  afterAll(() => project.close());

  test('name what tests leave behind and where it was created, and report nothing for clean tests', async () => {
    const report = await project.run(suite, ON);
    expect(report.observations.map(({ test: id }) => id)).toEqual(suite);
    expect(said(report)).toEqual(expected);
  });

  test('report nothing unless they are on', async () => {
    const report = await project.run(suite);
    expect(report.observations).toHaveLength(suite.length);
    expect(said(report)).toEqual([]);
  });
});
