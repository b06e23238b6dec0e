/** What the runtimes' own detectors say, with the real tools: of tests that leave something behind, and of tests that do not. */
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { goProgram } from '../../../../scripts/toolchains/go.mjs';
import { npmTools } from '../../../../scripts/toolchains/npm-tools.mjs';
import { pythonTools } from '../../../../scripts/toolchains/python.mjs';
import { detectorReports } from '../../src/contract/detector-report.ts';
import type { Report, RunnerAdapter } from '../../src/contract/runner.ts';
import { goTest } from '../../src/runners/go-test.ts';
import { jest } from '../../src/runners/jest.ts';
import { mocha } from '../../src/runners/mocha.ts';
import { nodeTest } from '../../src/runners/node-test.ts';
import { pytest } from '../../src/runners/pytest.ts';
import { unittest } from '../../src/runners/unittest.ts';
import { vitest } from '../../src/runners/vitest.ts';
import { openProject } from '../contract/runner-arm.ts';
import { writeFiles } from './small-project.ts';

interface Arm {
  readonly adapter: RunnerAdapter;
  readonly program: (root: string) => Promise<readonly [string, ...string[]]>;
  readonly tools?: () => Promise<string>;
  readonly files: Readonly<Record<string, string>>;
  /** Ids, and what is said of them when they run alone: detector and place. */
  readonly said: Readonly<Record<string, readonly string[]>>;
}

const ON = { conditions: { detectors: 'on' } };

const javascript = (header: string) => `${header} const timers = [];
test('leaves a timer', () => { timers.push(setTimeout(() => {}, 60_000)); });
test('rejects for nobody', async () => {
  Promise.reject(new Error('left behind'));
  await new Promise((done) => setImmediate(done));
});
test('is tidy', async () => {
  clearTimeout(setTimeout(() => {}, 60_000));
  setTimeout(() => {}, 60_000).unref();
  await new Promise((done) => setTimeout(done, 1));
});
last(() => timers.forEach(clearTimeout));
`;

const SAID = {
  'left.test.js > leaves a timer': ['open-handle left.test.js:2'],
  'left.test.js > rejects for nobody': ['unhandled-rejection left.test.js:4'],
  'left.test.js > is tidy': [],
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

const PYTHON_SAID = {
  'test_left.py::Left::test_awaits_nothing': ['never-awaited test_left.py:19'],
  'test_left.py::Left::test_leaves_a_file_open': ['unclosed-resource test_left.py:8'],
  'test_left.py::Left::test_loses_an_exception': ['task-left test_left.py:11'],
  'test_left.py::Left::test_is_tidy': [],
};

const npm = (adapter: RunnerAdapter, version: string, script: string, files: Arm['files']): Arm => ({
  adapter,
  program: async (root) => [process.execPath, join(root, 'node_modules', adapter.name, script)],
  tools: () => npmTools({ [adapter.name]: version }),
  files: { 'package.json': '{ "name": "subject", "private": true }', ...files },
  said: SAID,
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
    said: { '.::TestRaces': ['data-race counter.go:5'], '.::TestLocks': [] },
  },
  {
    adapter: pytest,
    program: async () => [await pythonTools({ pytest: '9.0.3' })],
    files: { 'pytest.ini': '[pytest]\n', 'test_left.py': PYTHON },
    said: PYTHON_SAID,
  },
  {
    adapter: unittest,
    program: async () => [await pythonTools({ pytest: '9.0.3' })],
    files: { 'test_left.py': PYTHON },
    said: PYTHON_SAID,
  },
  {
    adapter: nodeTest,
    program: async () => [process.execPath],
    files: { 'left.test.js': javascript("const { test, after: last } = require('node:test');") },
    said: SAID,
  },
  npm(jest, '30.5.2', 'bin/jest.js', { 'left.test.js': javascript('const last = afterAll;') }),
  npm(mocha, '12.0.3', 'bin/mocha.js', { 'left.test.js': javascript('const [test, last] = [it, after];') }),
  npm(vitest, '4.1.11', 'vitest.mjs', {
    'vitest.config.mjs': 'export default { test: { globals: true } };',
    'left.test.js': javascript('const last = afterAll;'),
  }),
];

const said = ({ problems }: Report) => detectorReports(problems).map(({ detector, where }) => `${detector} ${where}`);

describe.each(ARMS)('the detectors of $adapter.name', ({ adapter, program, tools, files, said: expected }) => {
  const open = () =>
    openProject(adapter, async (root) => {
      await writeFiles(root, files);
      if (tools) await symlink(join(await tools(), 'node_modules'), join(root, 'node_modules'));
      const settings = { files: adapter.name === 'mocha' ? ['left.test.js'] : [] };
      return { program: await program(root), settings, suite: Object.keys(expected) };
    });

  test('name what a test leaves behind and where it was made, and are silent about tidy tests', async () => {
    const project = await open();
    try {
      for (const [id, reports] of Object.entries(expected)) {
        const report = await project.run([id], ON);
        expect([id, report.observations.length, said(report)]).toEqual([id, 1, reports]);
        for (const { test: named } of detectorReports(report.problems)) expect(named).toBe(id);
      }
    } finally {
      await project.close();
    }
  });

  test('say nothing unless they are asked', async () => {
    const project = await open();
    try {
      const [first] = Object.keys(expected);
      expect(said(await project.run([first!]))).toEqual([]);
    } finally {
      await project.close();
    }
  });
});
