import { describe, expect, test } from 'vitest';
import type { RunnerContext, RunRequest } from '../../../src/contract/runner.ts';
import { testId } from '../../../src/contract/test-id.ts';
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

describe('the live stream of BATS', () => {
  interface Follow {
    readonly line: (line: string) => void;
    readonly end: (how: string | number) => void;
  }
  type Tests = readonly { readonly id: string }[];
  interface Process {
    readonly chunks: readonly { readonly file: string; readonly tests: Tests }[];
    readonly runs: Map<string, number>;
    readonly write: (event: Record<string, unknown>) => void;
    readonly stop: () => void;
  }

  async function toldOf(lines: readonly string[]) {
    const url = new URL('../../../probes/bats/follow-stream.mjs', import.meta.url).href;
    const { followStream } = (await import(url)) as { followStream: (process: Process) => Follow };
    const told: string[] = [];
    const follow = followStream({
      chunks: [{ file: 'a.bats', tests: [{ id: 'one' }, { id: 'two' }] }],
      runs: new Map(),
      write: ({ ev, id, outcome, text }) => told.push([ev, id, outcome, text].filter((word) => word).join(' ')),
      stop: () => told.push('stopped'),
    });
    for (const line of lines) follow.line(line);
    follow.end(0);
    return told;
  }

  test('a second start of a test is a retry, and its first attempt failed', async () => {
    const lines = ['1..2', 'begin 1 one', 'begin 1 one', 'ok 1 one in 3ms', 'begin 2 two', 'ok 2 two in 3ms'];
    expect(await toldOf(lines)).toEqual([
      'start one',
      'retried one was run again, as BATS_TEST_RETRIES asks',
      'end one failed',
      'start two',
      'end two passed',
    ]);
  });

  test('a plan of another size is not run', async () => {
    expect(await toldOf(['1..3'])).toEqual([
      'problem bats would run 3 tests where 2 were asked for',
      'stopped',
      'problem bats ended with 0 before one',
    ]);
  });
});
