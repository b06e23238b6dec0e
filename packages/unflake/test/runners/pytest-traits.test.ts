/** What only pytest has: expected failures, fixtures of several scopes, collection that can fail by module. */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { project } from './pytest-project.ts';
import { told, withProject } from './small-project.ts';

describe('outcomes of pytest', () => {
  test('expected failures are skipped, strict ones that pass are failed, a broken tear-down is errored', async () => {
    const text = `
import pytest, unittest

@pytest.mark.xfail
def test_expected(): assert False

@pytest.mark.xfail(strict=True)
def test_strict(): pass

@pytest.mark.xfail
def test_surprise(): pass

@pytest.fixture
def closing():
    yield
    raise OSError("cannot close")

def test_closing(closing): pass

class TestSubtests(unittest.TestCase):
    def test_parts(self):
        for n in range(3):
            with self.subTest(n=n): assert n != 1

def test_exits(): raise SystemExit(3)

class Odd(Exception):
    def __str__(self): raise ValueError("no text")

def test_without_text(): raise Odd()
`;
    const report = await withProject(await project({ 'test_a.py': text }), ({ suite, run }) => run(suite));
    expect(told(report)).toEqual([
      'skipped test_expected',
      'failed test_strict',
      'passed test_surprise',
      'errored test_closing',
      'failed test_parts',
      'failed test_exits',
      'failed test_without_text',
    ]);
    expect(report.observations[3]?.message).toContain('OSError: cannot close');
    expect(report.problems).toEqual([]);
  });

  test('a session that a test ends by pytest.exit names that test', async () => {
    const text = 'import pytest\ndef test_one(): pass\ndef test_two(): pytest.exit("enough")\ndef test_three(): pass\n';
    const report = await withProject(await project({ 'test_a.py': text }), ({ suite, run }) => run(suite));
    expect(told(report)).toEqual(['passed test_one', 'crashed test_two']);
  });

  test('the message tells the place in the project', async () => {
    const files = {
      'app.py': 'def total(x):\n    return x["price"]\n',
      'test_a.py': 'import app\ndef test_one(): app.total({})\n',
    };
    const report = await withProject(await project(files), ({ suite, run }) => run(suite));
    expect(report.observations[0]?.message).toBe(
      "KeyError: 'price'\n    at total app.py:2\n    at test_one test_a.py:2",
    );
  });
});

describe('collection by pytest', () => {
  test('a module that cannot be imported is a problem, and the others run', async () => {
    const files = { 'test_bad.py': 'import absent_module\n', 'test_good.py': 'def test_one(): pass\n' };
    await withProject(await project(files), async ({ list, run }) => {
      const listing = await list();
      expect(listing.tests).toEqual(['test_good.py::test_one']);
      expect(listing.problems.join()).toMatch(/test_bad\.py could not be collected: [\s\S]*absent_module/);
      const report = await run(['test_bad.py::test_any', 'test_good.py::test_one']);
      expect(told(report)).toEqual(['passed test_one']);
      expect(report.problems.join()).toMatch(/absent_module[\s\S]*no test is called 'test_bad\.py::test_any'/);
    });
  });

  test('modules without a selected test are not imported', async () => {
    const files = { 'test_a.py': 'def test_one(): pass\n', 'test_b.py': 'raise RuntimeError("imported")\n' };
    const report = await withProject(await project(files), ({ run }) => run(['test_a.py::test_one']));
    expect(report).toMatchObject({ observations: [{ outcome: 'passed' }], problems: [] });
  });

  test('the suite’s modules are compiled once, outside the project, and again when they change', async () => {
    const text = 'def test_one(): assert True\n';
    await withProject(await project({ 'test_a.py': text }), async ({ suite, run, root, context }) => {
      expect(told(await run(suite))).toEqual(['passed test_one']);
      const { cache } = await context();
      const compiled = await readdir(cache!, { recursive: true });
      expect(compiled.filter((file) => /test_a\.[^/]*\.pyc$/.test(file))).not.toEqual([]);
      expect(await readdir(root)).toEqual(['test_a.py']);
      await writeFile(join(root, 'test_a.py'), 'def test_one(): raise ValueError("another")\n');
      expect(told(await run(suite))).toEqual(['failed test_one']);
    });
  });

  test('ids are relative to the folder pytest is started in, whatever rootdir it would choose', async () => {
    const files = { '../pytest.ini': '[pytest]\n', 'deep/test_a.py': 'def test_one(): pass\n' };
    await withProject(await project(files), async ({ suite, run }) => {
      expect(suite).toEqual(['deep/test_a.py::test_one']);
      expect(told(await run(suite))).toEqual(['passed test_one']);
    });
  });
});

describe('repetition in one pytest process', () => {
  test('each execution has its own set-up, tear-down and instance; the order is that of the selection, duplicates and all', async () => {
    const text = `
import pytest, unittest
open_now = []

@pytest.fixture
def resource():
    open_now.append(1)
    yield
    open_now.pop()

class TestA:
    def test_one(self, resource):
        assert not hasattr(self, "used") and len(open_now) == 1
        self.used = True

class TestB(unittest.TestCase):
    def setUp(self): self.items = []
    def test_two(self):
        self.items.append(1)
        assert len(self.items) == 1 and not open_now

@pytest.mark.parametrize("n", [1, 2])
def test_three(n, resource): assert len(open_now) == 1
`;
    await withProject(await project({ 'test_a.py': text }), async ({ suite, run }) => {
      const [one, two, three] = suite as readonly [string, string, string];
      const report = await run([three, one, two, one], { repeat: 2 });
      expect(report.observations.map(({ outcome, run: nth, test: id }) => [outcome, nth, id])).toEqual([
        ['passed', 0, three],
        ['passed', 0, one],
        ['passed', 0, two],
        ['passed', 1, one],
        ['passed', 1, three],
        ['passed', 2, one],
        ['passed', 1, two],
        ['passed', 3, one],
      ]);
    });
  });

  test('a doctest that runs twice has its names both times', async () => {
    const files = {
      'pytest.ini': '[pytest]\naddopts = --doctest-modules\n',
      'app.py': 'def total():\n    """\n    >>> total()\n    7\n    """\n    return 7\n',
      'test_guide.txt': '>>> total = 2\n>>> total\n2\n',
    };
    await withProject(await project(files), async ({ suite, run }) => {
      expect(suite).toHaveLength(2);
      const report = await run(suite, { repeat: 2 });
      expect(told(report)).toEqual(suite.concat(suite).map((id) => `passed ${id.split('::')[1]}`));
    });
  });
});
