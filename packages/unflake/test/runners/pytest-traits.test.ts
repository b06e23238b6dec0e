/** What only pytest has: expected failures, fixtures of several scopes, plugins that retry, shuffle and distribute. */
import { describe, expect, test } from 'vitest';
import { pythonTools } from '../../../../scripts/toolchains/python.mjs';
import { pytest } from '../../src/runners/pytest.ts';
import { told, withProject } from './small-project.ts';

const BARE = { pytest: '9.0.3' };
const DISTRIBUTED = {
  pytest: '9.0.3',
  'pytest-rerunfailures': '16.1',
  'pytest-xdist': '3.8.0',
  'pytest-randomly': '4.0.1',
};

type Tools = Readonly<Record<string, string>>;

async function project(files: Readonly<Record<string, string>>, tools: Tools = BARE) {
  const program: [string] = [await pythonTools({ ...tools })];
  return { adapter: pytest, program, files };
}

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
});

describe('plugins of pytest', () => {
  const retried = `
attempts = []
def test_retried():
    attempts.append(1)
    assert len(attempts) > 1
class TestCounted:
    def test_attempts(self): assert len(attempts) == 1
`;

  test.each([
    [
      'pytest-retry by option',
      { pytest: '8.4.2', 'pytest-retry': '1.7.0' },
      { 'pytest.ini': '[pytest]\naddopts = --retries 3\n' },
      retried,
    ],
    [
      'pytest-retry by marker',
      { pytest: '8.4.2', 'pytest-retry': '1.7.0' },
      { 'pytest.ini': '[pytest]\naddopts = --strict-markers\n' },
      `import pytest\n${retried.replace('def test_retried', '@pytest.mark.flaky(retries=3)\ndef test_retried')}`,
    ],
    [
      'flaky by option',
      { pytest: '8.4.2', flaky: '3.8.1' },
      { 'pytest.ini': '[pytest]\naddopts = --force-flaky\n' },
      retried,
    ],
    [
      'flaky by decorator',
      { pytest: '8.4.2', flaky: '3.8.1' },
      {},
      `from flaky import flaky\n${retried.replace('def test_retried', '@flaky(max_runs=3)\ndef test_retried')}`,
    ],
    ['rerunfailures by ini', DISTRIBUTED, { 'pytest.ini': '[pytest]\nreruns = 3\n' }, retried],
  ])('%s does not hide a failure', async (_name, tools, files, text) => {
    const report = await withProject(await project({ ...files, 'test_a.py': text }, tools), ({ suite, run }) =>
      run(suite),
    );
    expect(told(report)).toEqual(['failed test_retried', 'passed test_attempts']);
    expect(report.problems).toEqual([]);
  });

  test('without workers the tests run in one process, even if the project asks pytest-xdist for more', async () => {
    const text = 'import os\nfirst = os.environ.setdefault("FIRST", str(os.getpid()))\n'.concat(
      ...['a', 'b', 'c', 'd'].map((name) => `def test_${name}(): assert os.environ["FIRST"] == str(os.getpid())\n`),
    );
    const files = { 'pytest.ini': '[pytest]\naddopts = -n 2\n', 'test_a.py': text };
    const report = await withProject(await project(files, DISTRIBUTED), ({ suite, run }) => run(suite));
    expect(told(report)).toEqual(['passed test_a', 'passed test_b', 'passed test_c', 'passed test_d']);
  });

  test('with two workers tests run side by side, and a crash still names its test', async () => {
    const meet = (own: string, other: string) => `
def test_meets_${other}(tmp_path_factory):
    here = os.environ["TMPDIR"]
    open(os.path.join(here, "${own}"), "w").close()
    deadline = time.time() + 20
    while not os.path.exists(os.path.join(here, "${other}")) and time.time() < deadline: time.sleep(0.01)
    assert os.path.exists(os.path.join(here, "${other}"))
`;
    const text = `import os, time\n${meet('x', 'y')}${meet('y', 'x')}\ndef test_crash(): os._exit(3)\n`;
    await withProject(await project({ 'test_a.py': text }, DISTRIBUTED), async ({ suite, run }) => {
      const report = await run(suite, { conditions: { workers: '2' } });
      expect(told(report).toSorted()).toEqual(['crashed test_crash', 'passed test_meets_x', 'passed test_meets_y']);
    });
  });

  test('workers without pytest-xdist are told as a problem', async () => {
    const report = await withProject(await project({ 'test_a.py': 'def test_one(): pass\n' }), ({ suite, run }) =>
      run(suite, { conditions: { workers: '2' } }),
    );
    expect(told(report)).toEqual(['passed test_one']);
    expect(report.problems).toEqual(['pytest-xdist is not installed: the tests ran in one process']);
  });

  test('the cache that tests may use is not in the project', async () => {
    const text = 'def test_cache(cache):\n    cache.set("a/b", 1)\n    assert cache.get("a/b", 0) == 1\n';
    const files = { 'pytest.ini': '[pytest]\naddopts = --failed-first\n', 'test_a.py': text };
    const report = await withProject(await project(files), ({ suite, run }) => run(suite));
    expect(told(report)).toEqual(['passed test_cache']);
  });
});
