/** Plugins of pytest that retry, distribute and cache: they neither hide a failure nor change where and how often tests run. */
import { describe, expect, test } from 'vitest';
import { DISTRIBUTED, project } from './pytest-project.ts';
import { told, withProject } from './small-project.ts';

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

  test('with two workers tests run in parallel, and a crash still names its test', async () => {
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

  test('workers without pytest-xdist are reported as a problem', async () => {
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
