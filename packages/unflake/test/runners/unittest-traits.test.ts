/** What only unittest has: fixtures of classes and modules, subtests, expected failures, and discovery that stops at packages. */
import { describe, expect, test } from 'vitest';
import { pythonWithPytest } from '../../../../scripts/toolchains/python.mjs';
import type { RunnerSettings } from '../../src/contract/runner.ts';
import { unittest } from '../../src/runners/unittest.ts';
import { told, withProject } from './small-project.ts';

async function project(files: Readonly<Record<string, string>>, settings: Partial<RunnerSettings> = {}) {
  const program: [string] = [await pythonWithPytest()];
  return { adapter: unittest, program, files, settings };
}

const runAll = async (text: string) =>
  withProject(await project({ 'test_a.py': `import unittest\n${text}` }), ({ suite, run }) => run(suite));

describe('outcomes of unittest', () => {
  test('an error in the body is failed, one around it errored; expected failures are skipped', async () => {
    const report = await runAll(`
class A(unittest.TestCase):
    def test_1_raises(self): raise KeyError("price")
    def test_2_exits(self): raise SystemExit(3)
    @unittest.expectedFailure
    def test_3_expected(self): assert False
    @unittest.expectedFailure
    def test_4_surprise(self): pass
    def test_5_parts(self):
        for n in range(3):
            with self.subTest(n=n): assert n != 1
    def test_6_part_skipped(self):
        with self.subTest(): self.skipTest("this part")
    def test_7_cleanup(self): self.addCleanup(lambda: 1 / 0)

class B(unittest.TestCase):
    def tearDown(self): raise OSError("cannot close")
    def test_1_passes(self): pass
    def test_2_fails(self): assert False, "in the body"
`);
    expect(told(report)).toEqual([
      'failed test_1_raises',
      'failed test_2_exits',
      'skipped test_3_expected',
      'failed test_4_surprise',
      'failed test_5_parts',
      'passed test_6_part_skipped',
      'errored test_7_cleanup',
      'errored test_1_passes',
      'failed test_2_fails',
    ]);
    expect(report.observations[0]?.message).toBe("KeyError: 'price'\n    at test_1_raises test_a.py:4");
    expect(report.observations[7]?.message).toContain('cannot close');
    expect(report.observations[8]?.message).toBe('AssertionError: in the body\n    at test_2_fails test_a.py:20');
    expect(report.problems).toEqual([]);
  });

  test('a broken set-up of a class errors its tests alone; its tear-down is a problem', async () => {
    const report = await runAll(`
class A(unittest.TestCase):
    @classmethod
    def setUpClass(cls): raise OSError("no database")
    def test_1(self): pass
    def test_2(self): pass

class B(unittest.TestCase):
    @classmethod
    def setUpClass(cls): raise unittest.SkipTest("not here")
    def test_3(self): pass

class C(unittest.TestCase):
    @classmethod
    def tearDownClass(cls): raise OSError("cannot drop")
    def test_4(self): pass
`);
    expect(told(report)).toEqual(['errored test_1', 'errored test_2', 'skipped test_3', 'passed test_4']);
    expect(report.observations.slice(0, 2).map(({ message }) => message)).toEqual([
      expect.stringContaining('no database'),
      expect.stringContaining('no database'),
    ]);
    expect(report.problems).toEqual([expect.stringMatching(/tearDownClass.*cannot drop/)]);
  });

  test('a broken set-up of a module errors its tests; a crash in it names the test that needed it', async () => {
    const files = {
      'test_a.py': 'import unittest\ndef setUpModule(): 1 / 0\nclass A(unittest.TestCase):\n  def test_1(self): pass\n',
      'test_b.py':
        'import os, unittest\ndef setUpModule(): os._exit(3)\nclass B(unittest.TestCase):\n  def test_2(self): pass\n',
    };
    const report = await withProject(await project(files), ({ suite, run }) => run(suite));
    expect(told(report)).toEqual(['errored test_1', 'crashed test_2']);
  });

  test('a test that forks and returns in both processes is reported once', async () => {
    const report = await runAll(`
import os
class A(unittest.TestCase):
    def test_1(self):
        child = os.fork()
        if child: os.waitpid(child, 0)
    def test_2(self): pass
`);
    expect(told(report)).toEqual(['passed test_1', 'passed test_2']);
    expect(report.problems).toEqual([]);
  });
});

describe('order and repetition of unittest', () => {
  const LOG = `
log = []
class A(unittest.TestCase):
    @classmethod
    def setUpClass(cls): log.append("A")
    def test_1(self): log.append("1")
    def test_2(self): log.append("2")
class B(unittest.TestCase):
    def test_3(self): log.append("3")
    def test_tells(self): self.fail(" ".join(log))
`;
  test('the fixtures of a class run again whenever it is entered again', async () => {
    await withProject(await project({ 'test_a.py': `import unittest\n${LOG}` }), async ({ run }) => {
      const order = ['A::test_2', 'B::test_3', 'A::test_1', 'A::test_2', 'B::test_tells'];
      const report = await run(order.map((name) => `test_a.py::${name}`));
      expect(report.observations.map(({ run: nth, test: id }) => `${nth} ${id}`)).toEqual([
        '0 test_a.py::A::test_2',
        '0 test_a.py::B::test_3',
        '0 test_a.py::A::test_1',
        '1 test_a.py::A::test_2',
        '0 test_a.py::B::test_tells',
      ]);
      expect(report.observations.at(-1)?.message).toContain('A 2 3 A 1 2');
    });
  });
});

describe('discovery of unittest', () => {
  const PASSES = 'import unittest\nclass A(unittest.TestCase):\n  def test_1(self): pass\n';

  test('a module that cannot be imported is a problem, and the others run', async () => {
    const files = { 'test_bad.py': 'import absent_module\n', 'test_good.py': PASSES };
    await withProject(await project(files), async ({ list, run }) => {
      const listing = await list();
      expect(listing.tests).toEqual(['test_good.py::A::test_1']);
      expect(listing.problems.join()).toMatch(/test_bad[\s\S]*absent_module/);
      const report = await run(['test_good.py::A::test_1']);
      // Modules without a selected test are not imported.
      expect(report).toMatchObject({ observations: [{ outcome: 'passed' }], problems: [] });
    });
  });

  test('a module that asks to be skipped is one skipped test', async () => {
    const files = { 'test_a.py': 'import unittest\nraise unittest.SkipTest("not on this system")\n' };
    await withProject(await project(files), async ({ suite, run }) => {
      expect(suite).toEqual(['test_a.py::ModuleSkipped::test_a']);
      expect(told(await run(suite))).toEqual(['skipped test_a']);
    });
  });

  test('a folder of tests that is not a package is looked into when the root holds none', async () => {
    const files = { 'tests/test_a.py': `import beside\n${PASSES}`, 'tests/beside.py': '' };
    await withProject(await project(files), async ({ suite, run }) => {
      expect(suite).toEqual(['tests/test_a.py::A::test_1']);
      expect(told(await run(suite))).toEqual(['passed test_1']);
    });
  });

  test("the project's own arguments of discovery are kept, and others refused", async () => {
    const files = { 'spec/check_a.py': PASSES, 'test_b.py': PASSES };
    await withProject(await project(files, { args: ['-s', 'spec', '-p', 'check_*.py', '-b'] }), async ({ list }) => {
      expect(await list()).toEqual({
        tests: ['spec/check_a.py::A::test_1'],
        problems: ['not supported: arguments of unittest: -b'],
      });
    });
  });

  test.each([
    [
      'pyproject.toml',
      `[tool.hatch.envs.test.scripts]\ntest = 'python -m unittest discover -s shop -p "*_tests.py"'\n`,
    ],
    [
      'tox.ini',
      '[testenv]\ncommands = {envpython} -m unittest discover --pattern=*_tests.py --start-directory shop -v {posargs}\n',
    ],
  ])('looks where the script of the project looks: %s', async (name, script) => {
    const files = { [name]: script, 'shop/__init__.py': '', 'shop/cart_tests.py': PASSES, 'test_b.py': PASSES };
    await withProject(await project(files), async ({ suite, run }) => {
      expect(suite).toEqual(['shop/cart_tests.py::A::test_1']);
      expect(told(await run(suite))).toEqual(['passed test_1']);
    });
  });

  test.each(['cd src && python -m unittest discover -s elsewhere', 'python -m unittest discover -p $(PATTERN)'])(
    'a script that cannot be followed from the root does not say where to look: %s',
    async (line) => {
      const files = { Makefile: `test:\n\t${line}\n`, 'test_b.py': PASSES };
      await withProject(await project(files), async ({ suite }) => expect(suite).toEqual(['test_b.py::A::test_1']));
    },
  );

  test('a script that names tests, or that it fills in, does not say where to look', async () => {
    const files = {
      Makefile: 'test:\n\tpython -m unittest -v $(tests)\n\tpython -m unittest test_b\n',
      'test_b.py': PASSES,
    };
    await withProject(await project(files), async ({ suite }) => expect(suite).toEqual(['test_b.py::A::test_1']));
  });
});
