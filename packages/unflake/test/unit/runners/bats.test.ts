import { describe, expect, test } from 'vitest';
import type { RunnerContext, RunRequest } from '../../../src/contract/runner.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { withEvents } from '../../../src/runners/bats/tap-events.ts';
import { bats } from '../../../src/runners/bats.ts';
import { projectOf } from './project-of.ts';

const settings = { args: [], files: [], command: [], report: { format: 'exit', path: null } } as const;
const context: RunnerContext = { root: '/p', probes: '/probes', folder: '/trial', program: ['/bats'], settings };
const request = (tests: readonly string[], suite = tests): RunRequest => ({
  tests: tests.map(testId),
  suite: suite.map(testId),
  repeat: 1,
  conditions: {},
  seed: 1,
});

describe('detection of BATS', () => {
  test('a file of tests makes it likely', () => {
    expect(bats.detect(projectOf({ 'package.json': '{}', 'test/deep/a.bats': '' }))).toEqual({
      folder: '.',
      because: ['test/deep/a.bats'],
      strength: 'likely',
    });
  });

  test.each([
    'test/bats/test/a.bats',
    'test/test_helper/bats-support/test/a.bats',
    'vendor/bats-core/a.bats',
    'a.bash',
  ])('%s is no sign', (file) => {
    expect(bats.detect(projectOf({ [file]: '' }))).toBeNull();
  });
});

describe('the plain command of BATS', () => {
  const suite = ['a.bats > one (1)', 'a.bats > two', 'a.bats > "three"', 'b.bats > one (1)', 'b.bats > four'];

  test('filters one file by exact names', () => {
    expect(bats.plain(request(['a.bats > one (1)', 'a.bats > two'], suite), context)?.argv).toEqual([
      ...['/bats', '--formatter', 'tap', '--filter', '^(one \\(1\\)|two)$', 'a.bats'],
    ]);
  });

  test('takes files in the wanted order', () => {
    const asked = request(['b.bats > four', 'a.bats > two'], suite);
    expect(bats.plain(asked, context)?.argv.slice(-3)).toEqual(['^(four|two)$', 'b.bats', 'a.bats']);
  });

  test.each([
    ['another order', ['a.bats > two', 'a.bats > one (1)']],
    ['a name that another of the files has', ['a.bats > one (1)', 'b.bats > four']],
    ['a name that may be written in several ways', ['a.bats > "three"']],
  ])('there is none for %s', (_what, tests) => {
    expect(bats.plain(request(tests, suite), context)).toBeNull();
  });

  test.each([
    ['1..2\nok 1 a\nok 2 b\n', 0, 'passed'],
    ['1..2\nok 1 a\nok 2 b # skip\n', 0, 'passed'],
    ['1..2\nok 1 a # skip why\nok 2 b # skip\n', 0, 'skipped'],
    ['1..2\nok 1 a\nnot ok 2 b\n# said\n', 1, 'failed'],
    ['1..2\nnot ok 1 setup_file\n', 1, 'errored'],
    ['1..2\nok 1 a\n# bats warning: Executed 1 instead of expected 2 tests\n', 1, 'crashed'],
    ['1..0\n', 0, 'missing'],
    ['1..1\nok 1 a\n', 0, 'missing'],
    ['Error: Test file "/p/x.bats" does not exist\n', 1, 'missing'],
  ])('%j with status %i is %s', (stdout, code, expected) => {
    const run = { stdout, stderr: '', code, signal: null, timedOut: false, files: {}, ms: 1 };
    expect(bats.parsePlain(run, request(['a', 'b']))).toBe(expected);
  });

  test.each([
    ['1..2\nnot ok 1 a\nok 2 b # 2\n', 'passed'],
    ['1..2\nnot ok 1 a in 2ms\nok 2 b # 2 in 1ms\n', 'passed'],
    ['1..2\nok 1 a\nnot ok 2 b # 2\n', 'failed'],
    ['1..2\nnot ok 1 a\nok 2 b # 2 # skip not today\n', 'missing'],
    ['1..2\nnot ok 1 a\n', 'crashed'],
    ['1..2\nnot ok 1 setup_file failed\n', 'errored'],
    ['1..2\nnot ok 1 a\nnot ok 2 another\n', 'failed'],
  ])('next to a test that fails, the target has its own outcome: %j is %s', (stdout, expected) => {
    const run = { stdout, stderr: '', code: 1, signal: null, timedOut: false, files: {}, ms: 1 };
    const asked = { ...request(['x.bats > a', 'x.bats > b # 2']), target: testId('x.bats > b # 2') };
    expect(bats.parsePlain(run, asked)).toBe(expected);
  });
});

describe('the lines of BATS', () => {
  const TESTS = { ev: 'process', tests: ['one', 'two'].map((id) => ({ id, file: 'a.bats' })) };
  const ENDED = { ev: 'ended', how: 0 };

  function told(...lines: readonly (string | object)[]): readonly string[] {
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    const files = { stream: [...text, ''].join('\n') };
    const run = { stdout: '', stderr: '', code: 0, signal: null, timedOut: false, files, ms: 1 };
    const events = withEvents(run, 'stream').files.stream!.split('\n');
    return events
      .filter((line) => line !== '')
      .map((line) => {
        const { ev, id, outcome, text: words } = JSON.parse(line) as Record<string, unknown>;
        return [ev, id, outcome, words].filter((word) => word).join(' ');
      });
  }

  test('a second start of a test is a retry, and its first attempt failed', () => {
    const lines = ['1..2', 'begin 1 one', 'begin 1 one', 'ok 1 one in 3ms', 'begin 2 two', 'ok 2 two in 3ms'];
    expect(told(TESTS, ...lines, ENDED)).toEqual([
      'start one',
      'retried one was run again, as BATS_TEST_RETRIES asks',
      'end one failed',
      'start two',
      'end two passed',
    ]);
  });

  test('a test without an end died if another begins or its process has ended, and is open otherwise', () => {
    const died = ['problem the process of one died', 'end one crashed'];
    const began = 'begin 1 one';
    expect(told(TESTS, began)).toEqual(['start one']);
    expect(told(TESTS, began, 'begin 2 two')).toEqual(['start one', ...died, 'start two']);
    expect(told(TESTS, began, ENDED)).toEqual(['start one', ...died, 'problem bats ended with 0 before two']);
  });

  test('a test counts on over several processes', () => {
    const one = [{ ev: 'process', tests: TESTS.tests.slice(0, 1) }, 'begin 1 one', 'not ok 1 one', '# said', ENDED];
    expect(told(...one, ...one)).toEqual(['start one', 'end one failed', 'start one', 'end one failed']);
  });
});
