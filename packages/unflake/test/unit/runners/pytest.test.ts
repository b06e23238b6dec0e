import { describe, expect, test } from 'vitest';
import type { RunnerContext, RunRequest } from '../../../src/contract/runner.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { pytest } from '../../../src/runners/pytest.ts';

const context: RunnerContext = {
  root: '/p',
  probes: '/probes',
  folder: '/trial',
  program: ['/p/.venv/bin/python'],
  settings: { args: ['-W', 'error'], files: ['tests'], command: [], report: { format: 'exit', path: null } },
};
const request = (tests: readonly string[], changes: Partial<RunRequest> = {}): RunRequest => ({
  tests: tests.map(testId),
  suite: tests.map(testId),
  repeat: 1,
  conditions: {},
  seed: 1,
  ...changes,
});

describe('the commands of pytest', () => {
  test('a run gives the selection by file, keeps the project clean and passes the settings on', () => {
    const { argv, env, files } = pytest.command(request(['t.py::a[x y]'], { repeat: 2 }), context);
    expect(argv.slice(0, 4)).toEqual(['/p/.venv/bin/python', '/probes/pytest/run.py', '-p', 'unflake_probe']);
    expect(argv.slice(-2)).toEqual(['-W', 'error']);
    expect(argv).not.toContain('tests');
    expect(JSON.parse(files['selection.json']!)).toEqual({ tests: ['t.py::a[x y]'], repeat: 2 });
    expect(env).toMatchObject({ PYTHONDONTWRITEBYTECODE: '1', UNFLAKE_WORKERS: '1' });
  });

  test('a listing collects the files of the settings and runs nothing', () => {
    const { argv, env } = pytest.list(context);
    expect(argv).toContain('--collect-only');
    expect(argv.at(-1)).toBe('tests');
    expect(env).toMatchObject({ UNFLAKE_LIST: '1', UNFLAKE_SELECTION: null });
  });

  test('workers are asked for by the condition of that name', () => {
    const asked = (workers: string) => pytest.command(request(['t.py::a'], { conditions: { workers } }), context);
    expect(asked('3').env.UNFLAKE_WORKERS).toBe('3');
    expect(asked('serial').env.UNFLAKE_WORKERS).toBe('1');
  });

  test('the plain command names the tests in order', () => {
    expect(pytest.plain(request(['t.py::b', 't.py::a[x y]']), context)?.argv.slice(-2)).toEqual([
      't.py::b',
      't.py::a[x y]',
    ]);
  });

  test.each([
    ['repetitions', request(['t.py::a'], { repeat: 2 })],
    ['a test named twice', request(['t.py::a', 't.py::a'])],
    ['the second of two equal ids', request(['t.py::a\\#2'])],
    [
      'more than a line can hold',
      request(Array.from({ length: 5000 }, (_, n) => `tests/test_module.py::test_number_${n}`)),
    ],
  ])('there is no plain command for %s', (_what, asked) => {
    expect(pytest.plain(asked, context)).toBeNull();
  });
});

describe('the result of a plain run of pytest', () => {
  const verdict = (last: string, code: number | null, signal: string | null = null) =>
    pytest.parsePlain(
      { stdout: `.F\n${last}\n`, stderr: '', code, signal, timedOut: false, files: {}, ms: 1 },
      request(['a', 'b']),
    );

  test.each([
    ['===== 2 passed in 0.01s =====', 0, 'passed'],
    ['2 passed, 1 warning in 0.01s', 0, 'passed'],
    ['===== 1 failed, 1 passed in 0.01s =====', 1, 'failed'],
    ['===== 1 passed, 1 error in 0.01s =====', 1, 'errored'],
    ['===== 1 passed, 1 skipped in 0.01s =====', 0, 'passed'],
    ['===== 2 skipped in 0.01s =====', 0, 'skipped'],
    ['===== 1 passed in 0.01s =====', 0, 'missing'],
    ['===== no tests ran in 0.01s =====', 5, 'missing'],
    ['ERROR: not found: /p/t.py::a', 4, 'missing'],
    ['', 0, 'crashed'],
    ['===== 1 failed, 1 passed in 61.20s (0:01:01) =====', 1, 'failed'],
    ['===== 1 failed, 1 passed in -86400.03s =====', 1, 'failed'],
    ['2 passed in -0.42s', 0, 'passed'],
  ])('%j with status %i is %s', (last, code, expected) => {
    expect(verdict(last, code)).toBe(expected);
  });

  const own = (lines: string, counts: string) =>
    pytest.parsePlain(
      {
        stdout: `.F\n===== short test summary info =====\n${lines}\n===== ${counts} in 0.01s =====\n`,
        ...{ stderr: '', code: 1, signal: null, timedOut: false, files: {}, ms: 1 },
      },
      { ...request(['t.py::a', 't.py::b[x - y]']), target: testId('t.py::b[x - y]') },
    );

  test.each([
    ['FAILED t.py::a - assert 1 == 2', '1 failed, 1 passed', 'passed'],
    ['\u001b[31mFAILED\u001b[0m t.py::a - assert 1 == 2', '1 failed, 1 passed', 'passed'],
    ['FAILED t.py::b[x - y] - assert 1 == 2', '1 failed, 1 passed', 'failed'],
    ['FAILED t.py::a\nERROR t.py::b[x - y] - no fixture', '1 failed, 1 error', 'errored'],
    ['FAILED t.py::a - assert 1 == 2', '1 failed, 1 skipped', 'missing'],
    ['FAILED t.py::a - assert 1 == 2', '1 failed', 'missing'],
  ])('next to a test that fails, the target has its own outcome: %j and %s are %s', (lines, counts, expected) => {
    expect(own(lines, counts)).toBe(expected);
  });

  test.each([
    ['', '1 failed, 1 passed'],
    ['FAILED t.py::a - assert 1 == 2', '2 failed'],
    ['FAILED other/t.py::b[x - y] - assert 1 == 2', '1 failed, 1 passed'],
  ])('the result of the whole selection counts if names are missing or unknown: %j and %s', (lines, counts) => {
    expect(own(lines, counts)).toBe('failed');
  });

  test('a signal is a crash', () => {
    expect(verdict('', null, 'SIGSEGV')).toBe('crashed');
  });
});
