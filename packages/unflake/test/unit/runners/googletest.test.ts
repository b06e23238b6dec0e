import { describe, expect, test } from 'vitest';
import type { RunnerContext, RunRequest } from '../../../src/contract/runner.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { googletest } from '../../../src/runners/googletest.ts';
import { projectOf } from './project-of.ts';

const settings = { args: ['--own'], files: ['out'], command: [], report: { format: 'exit', path: null } } as const;
const context: RunnerContext = { root: '/p', probes: '/probes', folder: '/trial', program: ['/node'], settings };
const suite = ['build/a_test::A.x', 'build/a_test::A.y', 'build/b/b_test::B.x', 'build/b/b_test::B.y'];
const request = (tests: readonly string[], changes: Partial<RunRequest> = {}): RunRequest => ({
  tests: tests.map(testId),
  suite: suite.map(testId),
  repeat: 1,
  conditions: {},
  seed: 1,
  ...changes,
});

describe('detection of GoogleTest', () => {
  const source = '#include <gtest/gtest.h>\n';

  test.each([
    [{ 'cpp/CMakeLists.txt': 'project(x)', 'cpp/tests/CMakeLists.txt': 'gtest_discover_tests(a)' }, 'cpp', 'likely'],
    [{ 'meson.build': "dependency('gtest')" }, '.', 'likely'],
    [{ 'cpp/CMakeLists.txt': 'find_package(GTest)', 'other/CMakeLists.txt': '' }, 'cpp', 'likely'],
    [{ 'cpp/Makefile': 'all:\n' }, 'cpp', 'possible'],
    [{}, '.', 'possible'],
  ])('%j around a test starts it in %s and makes it %s', (files, folder, strength) => {
    const all = { ...(files as Record<string, string>), 'cpp/tests/a_test.cc': source };
    expect(googletest.detect(projectOf(all))).toMatchObject({ folder, strength });
  });

  test('without a source that includes it nothing is a sign', () => {
    const files = { 'CMakeLists.txt': 'find_package(GTest)', 'a_test.cc': '#include <catch2/catch.hpp>\n' };
    expect(googletest.detect(projectOf(files))).toBeNull();
  });
});

describe('the commands of GoogleTest', () => {
  test('programs follow the first of their tests, and a whole one needs no filter', () => {
    const { argv, files } = googletest.command(request([suite[2]!, suite[1]!, suite[3]!], { repeat: 3 }), context);
    expect(argv).toEqual(['/node', '/probes/googletest/drive.mjs', '--files', 'out', '--', '--own']);
    expect(JSON.parse(files['selection.json']!)).toEqual({
      programs: [
        { program: 'build/b/b_test', tests: ['B.x', 'B.y'], whole: true },
        { program: 'build/a_test', tests: ['A.y'], whole: false },
      ],
      repeat: 3,
    });
  });

  test('the plain command starts the program in its own folder', () => {
    expect(googletest.plain(request([suite[2]!]), context)).toMatchObject({
      argv: ['/p/build/b/b_test', '--own', '--gtest_filter=B.x'],
      cwd: '/p/build/b',
    });
    expect(googletest.plain(request(suite.slice(2)), context)?.argv).toEqual(['/p/build/b/b_test', '--own']);
  });

  test.each([
    ['another order', request([suite[1]!, suite[0]!])],
    ['two programs', request([suite[0]!, suite[2]!])],
    ['repetitions', request([suite[0]!], { repeat: 2 })],
  ])('there is no plain command for %s', (_what, asked) => {
    expect(googletest.plain(asked, context)).toBeNull();
  });
});

describe('the result of a plain run of GoogleTest', () => {
  const start = '[==========] Running 2 tests from 1 test suite.\n';
  const end = '[==========] 2 tests from 1 test suite ran. (0 ms total)\n';
  const ok = (name: string) => `[ RUN      ] A.${name}\nsome noise[       OK ] A.${name} (0 ms)\n`;
  const failed = (name: string, more = '') => `[ RUN      ] A.${name}\n[  FAILED  ] A.${name}${more} (0 ms)\n`;
  const skipped = (name: string) => `[ RUN      ] A.${name}\n[  SKIPPED ] A.${name} (0 ms)\n`;
  const run = (stdout: string, code: number | null = 0, signal: string | null = null) => ({
    ...{ stdout, stderr: '', code, signal, timedOut: false, files: {}, ms: 1 },
  });

  test.each([
    [run(start + ok('x') + ok('y') + end), 'passed'],
    [run(start + ok('x') + skipped('y') + end), 'passed'],
    [run(start + skipped('x') + skipped('y') + end), 'skipped'],
    [run(start + ok('x') + failed('y') + end, 1), 'failed'],
    [run(start + ok('x') + end), 'missing'],
    [run(start + ok('x') + ok('y') + end, 1), 'errored'],
    [run(start + ok('x')), 'crashed'],
    [run('', null, 'SIGSEGV'), 'crashed'],
    [run('', 127), 'errored'],
  ])('%j is %s', (raw, expected) => {
    expect(googletest.parsePlain(raw, request(suite.slice(0, 2)))).toBe(expected);
  });

  test.each([
    [start + failed('x', ', where GetParam() = 5') + ok('y') + end, 'passed'],
    [start + ok('x') + failed('y') + end, 'failed'],
    [start + failed('x') + skipped('y') + end, 'missing'],
    [`${start}${failed('x')}[ RUN      ] A.y\n`, 'crashed'],
  ])('next to a test that fails, the target has its own outcome: %j is %s', (stdout, expected) => {
    const asked = request(suite.slice(0, 2), { target: testId(suite[1]!) });
    expect(googletest.parsePlain(run(stdout, 1), asked)).toBe(expected);
  });
});
