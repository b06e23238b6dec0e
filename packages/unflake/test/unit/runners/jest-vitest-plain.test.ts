/** The commands that a person would type for Jest and Vitest, and how their summary lines are read. */
import { describe, expect, test } from 'vitest';
import type { RawRun } from '../../../src/contract/command.ts';
import type { RunnerContext, RunRequest } from '../../../src/contract/runner.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { formatTitlePath } from '../../../src/contract/title-path.ts';
import { jest } from '../../../src/runners/jest.ts';
import { vitest } from '../../../src/runners/vitest.ts';

const CONTEXT: RunnerContext = {
  root: '/subject',
  probes: '/probes',
  folder: '/trial',
  program: ['/bin/node', '/subject/node_modules/runner.js'],
  settings: { args: ['--some=flag'], files: [], command: [], report: { format: 'exit', path: null } },
};

const SUITE = [
  'a.test.ts > outer > first',
  'a.test.ts > outer > Second (2)?',
  'a.test.ts > outer > second (2)?',
  'a.test.ts > outer first',
  'a.test.ts > alone',
  'a.test.tsx > alone',
  'b.test.ts > one',
  'b.test.ts > two',
  String.raw`b.test.ts > two\#2`,
];

function request(tests: readonly string[], changes: Partial<RunRequest> = {}): RunRequest {
  return { tests: tests.map(testId), suite: SUITE.map(testId), repeat: 1, conditions: {}, seed: 1, ...changes };
}

function argvOf(runner: typeof jest | typeof vitest, tests: readonly string[], changes?: Partial<RunRequest>) {
  return runner.plain(request(tests, changes), CONTEXT)?.argv.slice(2) ?? null;
}

describe('the plain command', () => {
  test('names a whole file without a pattern', () => {
    expect(argvOf(jest, ['b.test.ts > one', 'b.test.ts > two', String.raw`b.test.ts > two\#2`])).toEqual([
      ...['--runInBand', '--ci', '--coverage=false', '--reporters=default', '--some=flag'],
      ...['--runTestsByPath', 'b.test.ts'],
    ]);
  });

  test('names one test by all its titles, with every character taken literally', () => {
    expect(argvOf(vitest, ['a.test.tsx > alone'])?.slice(-1)).toEqual(['/subject/a.test.tsx']);
    expect(argvOf(vitest, ['b.test.ts > one'])?.slice(-3)).toEqual(['/subject/b.test.ts', '-t', '^ ?one$']);
    expect(argvOf(jest, ['a.test.ts > alone'])?.slice(-2)).toEqual(['-t', '^alone$']);
    const odd = 'what? (1+1) [a|b] {x} $5.00 ^*\\';
    const id = formatTitlePath({ file: 'c.test.ts', titles: ['>', odd], occurrence: 1 });
    const other = 'c.test.ts > other';
    const pattern = argvOf(jest, [id], { suite: [id, other].map(testId) })?.at(-1);
    expect(new RegExp(pattern!).test(`> ${odd}`)).toBe(true);
    expect(new RegExp(pattern!).test('other')).toBe(false);
  });

  test('names several tests of one file in the order of the suite', () => {
    expect(argvOf(jest, ['a.test.ts > outer > first', 'a.test.ts > outer first', 'a.test.ts > alone'])?.at(-1)).toBe(
      '^(outer first|alone)$',
    );
  });

  test.each([
    ['another order', ['b.test.ts > two', 'b.test.ts > one'], {}],
    ['a repetition', ['b.test.ts > one'], { repeat: 2 }],
    ['the same test twice', ['b.test.ts > one', 'b.test.ts > one'], {}],
    ['one of two tests with the same name', ['b.test.ts > two'], {}],
    ['one of two tests whose joined titles are equal', ['a.test.ts > outer > first'], {}],
    ['tests of two files, whose order no flag sets', ['a.test.tsx > alone', 'b.test.ts > one'], {}],
    ['more workers', ['b.test.ts > one'], { conditions: { workers: '4' } }],
    ['nothing', [], {}],
  ] as const)('does not exist for %s', (_, tests, changes) => {
    expect(argvOf(jest, tests, changes)).toBeNull();
    expect(argvOf(vitest, tests, changes)).toBeNull();
  });

  test('does not exist for vitest where two titles differ by a space before them, which old versions add', () => {
    const suite = ['c.test.ts > one', 'c.test.ts >  one', 'c.test.ts > two'].map(testId);
    expect(argvOf(vitest, ['c.test.ts > one'], { suite })).toBeNull();
    expect(argvOf(vitest, ['c.test.ts > two'], { suite })?.at(-1)).toBe('^ ?two$');
    expect(argvOf(jest, ['c.test.ts > one'], { suite })?.at(-1)).toBe('^one$');
  });

  test('knows that jest ignores case and vitest does not', () => {
    const one = ['c.test.ts > Second'];
    const suite = ['c.test.ts > Second', 'c.test.ts > second'].map(testId);
    expect(argvOf(jest, one, { suite })).toBeNull();
    expect(argvOf(vitest, one, { suite })?.at(-1)).toBe('^ ?Second$');
  });

  test('does not exist for a file whose path begins another, because vitest would run both', () => {
    expect(argvOf(vitest, ['a.test.ts > alone'])).toBeNull();
  });
});

function ended(output: string, changes: Partial<RawRun> = {}): RawRun {
  const base = { code: 0, signal: null, timedOut: false, files: {}, ms: 1 };
  return { ...base, stdout: output, stderr: output, ...changes };
}

describe('the result of a plain run', () => {
  const summaries = {
    jest: (counts: string) => `PASS a.test.js\n\nTest Suites: 1 passed, 1 total\nTests:       ${counts}\nTime: 1 s\n`,
    vitest: (counts: string) => ` ✓ a.test.js\n\n Test Files  1 passed (1)\n      Tests  ${counts}\n   Start at  1\n`,
  };
  const one = request(['b.test.ts > one']);

  test.each([
    ['1 skipped, 1 passed, 2 total', 0, 'passed'],
    ['1 failed, 1 passed, 2 total', 1, 'failed'],
    ['2 skipped, 2 total', 0, 'missing'],
    ['2 passed, 2 total', 0, 'missing'],
    ['0 total', 1, 'errored'],
    ['1 passed, 1 total', 1, 'errored'],
  ] as const)('jest: %s with code %i is %s', (counts, code, outcome) => {
    expect(jest.parsePlain(ended(summaries.jest(counts), { code }), one)).toBe(outcome);
  });

  test.each([
    ['1 passed | 1 skipped (2)', 0, 'passed'],
    ['1 failed | 1 passed (2)', 1, 'failed'],
    ['2 skipped (2)', 0, 'missing'],
    ['2 passed (2)', 0, 'missing'],
    ['no tests', 1, 'errored'],
    ['1 passed (1)', 1, 'errored'],
  ] as const)('vitest: %s with code %i is %s', (counts, code, outcome) => {
    expect(vitest.parsePlain(ended(summaries.vitest(counts), { code }), one)).toBe(outcome);
  });

  describe('of the target next to a test that fails', () => {
    const tests = ['b.test.ts > shop > one', 'b.test.ts > shop > two'];
    const asked = { ...request(tests), target: testId(tests[1]!) };

    test.each([
      ['  ● shop › one', '1 failed, 1 skipped, 1 passed, 3 total', 'passed'],
      ['  ● Console\n  ● shop › one\n  ● shop › one', '1 failed, 1 passed, 2 total', 'passed'],
      ['  ● shop › two', '1 failed, 1 passed, 2 total', 'failed'],
      ['  ● shop › one', '1 failed, 1 skipped, 2 total', 'missing'],
      ['  ● shop › one', '2 failed, 2 total', 'failed'],
      ['', '1 failed, 1 passed, 2 total', 'failed'],
    ])('jest: %j with %s is %s', (lines, counts, outcome) => {
      expect(jest.parsePlain(ended(`${lines}\n${summaries.jest(counts)}`, { code: 1 }), asked)).toBe(outcome);
    });

    test.each([
      [' FAIL  b.test.ts > shop > one', '1 failed | 1 passed | 1 skipped (3)', 'passed'],
      ['\u001b[41m FAIL \u001b[49m b.test.ts > shop > one', '1 failed | 1 passed (2)', 'passed'],
      [' FAIL  b.test.ts > shop > two', '1 failed | 1 passed (2)', 'failed'],
      [' FAIL  b.test.ts > shop > one', '1 failed | 1 skipped (2)', 'missing'],
      [' FAIL  |web| b.test.ts > shop > two', '1 failed | 1 passed (2)', 'failed'],
    ])('vitest: %j with %s is %s', (lines, counts, outcome) => {
      expect(vitest.parsePlain(ended(`${lines}\n${summaries.vitest(counts)}`, { code: 1 }), asked)).toBe(outcome);
    });
  });

  test('colours do not hide it', () => {
    const green =
      '\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m1 passed\u001b[39m\u001b[22m\u001b[90m (1)\u001b[39m\n';
    expect(vitest.parsePlain(ended(green), one)).toBe('passed');
  });

  test('a run without a summary crashed, or found no file, or exceeded its time', () => {
    expect(jest.parsePlain(ended(''), one)).toBe('crashed');
    expect(vitest.parsePlain(ended('', { code: null, signal: 'SIGKILL' }), one)).toBe('crashed');
    expect(jest.parsePlain(ended('No tests found, exiting with code 1', { code: 1 }), one)).toBe('missing');
    expect(vitest.parsePlain(ended('No test files found, exiting with code 1', { code: 1 }), one)).toBe('missing');
    expect(jest.parsePlain(ended('', { timedOut: true }), one)).toBe('timed-out');
  });
});
