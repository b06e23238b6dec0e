import { describe, expect, test } from 'vitest';
import type { RawRun } from '../../../src/contract/command.ts';
import type { RunnerContext, RunRequest } from '../../../src/contract/runner.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { filesInOrder } from '../../../src/runners/node-test/files-in-order.ts';
import { nodeTest } from '../../../src/runners/node-test.ts';

const context: RunnerContext = {
  root: '/p',
  probes: '/probes',
  folder: '/trial',
  program: ['/bin/node'],
  settings: { args: [], files: [], command: [], report: { format: 'exit', path: null } },
};
const request = (
  tests: readonly string[],
  suite: readonly string[],
  changes: Partial<RunRequest> = {},
): RunRequest => ({
  tests: tests.map(testId),
  suite: suite.map(testId),
  repeat: 1,
  conditions: {},
  seed: 1,
  ...changes,
});

describe('a selection of node:test', () => {
  const suite = ['a.mjs > 1', 'a.mjs > 2', 'b.mjs > 1', 'b.mjs > 2'];

  test('is split by file; files follow their first test, and each knows whether its order is its own', () => {
    expect(filesInOrder(request(['b.mjs > 2', 'a.mjs > 1', 'b.mjs > 1', 'a.mjs > 2'], suite))).toEqual([
      { file: 'b.mjs', tests: ['b.mjs > 2', 'b.mjs > 1'], repeat: 1, order: 'given' },
      { file: 'a.mjs', tests: ['a.mjs > 1', 'a.mjs > 2'], repeat: 1, order: 'natural' },
    ]);
  });

  test.each([
    ['repeated', request(['a.mjs > 1'], suite, { repeat: 2 })],
    ['named twice', request(['a.mjs > 1', 'a.mjs > 1'], suite)],
    ['unknown to the suite', request(['a.mjs > 3'], suite)],
  ])('has no natural order when it is %s', (_how, asked) => {
    expect(filesInOrder(asked)[0]?.order).toBe('given');
  });
});

describe('the plain command of node:test', () => {
  const line = (tests: readonly string[], suite: readonly string[], changes?: Partial<RunRequest>) =>
    nodeTest.plain(request(tests, suite, changes), context)?.argv.slice(1);

  test('for a whole file needs no pattern', () => {
    expect(line(['a.mjs > 1', 'a.mjs > 2'], ['a.mjs > 1', 'a.mjs > 2', 'b.mjs > 1'])).toEqual([
      '--test',
      '--test-reporter=tap',
      'a.mjs',
    ]);
  });

  test('has the options that the script of the project gives to Node, without which its files do not load', () => {
    const manifest = JSON.stringify({ scripts: { test: 'tsc && node --import=tsx/esm --test test/*.ts' } });
    const project = { root: '/p', files: ['package.json', 'test/a.ts'], text: () => manifest };
    const argv = nodeTest.withProject(project, '.').plain(request(['a.ts > 1'], ['a.ts > 1']), context)?.argv;
    expect(argv).toEqual(['/bin/node', '--import=tsx/esm', '--test', '--test-reporter=tap', 'a.ts']);
    expect(nodeTest.withProject(project, 'other')).toBe(nodeTest);
  });

  test('for one test of a file has a pattern of its title', () => {
    expect(line(['a.mjs > s > x (1)'], ['a.mjs > s > x (1)', 'a.mjs > y'])).toEqual([
      '--test',
      '--test-reporter=tap',
      '--test-name-pattern=(^| )x \\(1\\)$',
      'a.mjs',
    ]);
  });

  test('for several files runs them one by one, or as many at once as there are workers', () => {
    const all = ['a.mjs > 1', 'b.mjs > 1'];
    expect(line(all, all)).toContain('--test-concurrency=1');
    expect(line(all, all, { conditions: { workers: '4' } })).toContain('--test-concurrency=4');
    expect(line(all, all, { conditions: { workers: 'serial' } })).toContain('--test-concurrency=1');
  });

  test('workers are passed to the driver, and serial needs no flag', () => {
    const argv = (workers: string) => nodeTest.command(request([], [], { conditions: { workers } }), context).argv;
    expect(argv('3')).toEqual(expect.arrayContaining(['--workers', '3']));
    expect(argv('serial')).not.toContain('--workers');
  });

  test.each([
    ['the order is another', ['a.mjs > 2', 'a.mjs > 1'], ['a.mjs > 1', 'a.mjs > 2']],
    ['another test has the same title', ['a.mjs > s > x'], ['a.mjs > s > x', 'a.mjs > r > x']],
    ['a longer title ends alike', ['a.mjs > x'], ['a.mjs > x', 'a.mjs > another x']],
    ['a suite has the title', ['a.mjs > x'], ['a.mjs > x', 'a.mjs > x > y']],
    ['the test is the second of its name', ['a.mjs > x\\#2'], ['a.mjs > x', 'a.mjs > x\\#2']],
    ['files are not sorted', ['b.mjs > 1', 'a.mjs > 1'], ['b.mjs > 1', 'a.mjs > 1']],
    ['the suite does not know the test', ['a.mjs > 9'], ['a.mjs > 1']],
  ])('does not exist when %s', (_why, tests, suite) => {
    expect(line(tests, suite)).toBeUndefined();
  });

  test('does not exist for repetitions', () => {
    expect(line(['a.mjs > 1'], ['a.mjs > 1'], { repeat: 2 })).toBeUndefined();
  });

  const ran = (stdout: string, code: number, timedOut = false): RawRun => ({
    stdout,
    stderr: '',
    code,
    signal: null,
    timedOut,
    files: {},
    ms: 1,
  });
  const verdict = (run: RawRun, ...titles: string[]) =>
    nodeTest.parsePlain(
      run,
      request(
        titles.map((title) => `a.mjs > ${title}`),
        [],
      ),
    );

  test.each([
    ['ok 1 - x\nok 2 - y\n', 0, 'passed'],
    ['not ok 1 - x\nok 2 - y\n', 1, 'failed'],
    ['    not ok 1 - x\n    ok 2 - y\n    1..2\nnot ok 1 - s\n', 1, 'failed'],
    ['ok 1 - x # SKIP test name does not match pattern\nok 2 - y\n', 0, 'missing'],
    ['ok 1 - /p/a.mjs\n1..1\n', 0, 'missing'],
    ['', 0, 'missing'],
    ["not ok 1 - /p/a.mjs\n  ---\n  failureType: 'testCodeFailure'\n  exitCode: 7\n  ...\n", 1, 'crashed'],
  ])('says of %j with status %i: %s', (stdout, code, expected) => {
    expect(verdict(ran(stdout, code), 'x', 'y')).toBe(expected);
  });

  test.each([
    ['not ok 1 - x\nok 2 - y\n', 'passed'],
    ['ok 1 - x\nnot ok 2 - y\n', 'failed'],
    ['not ok 1 - x\nok 2 - y # SKIP\n', 'missing'],
    ['    not ok 1 - x\nnot ok 1 - /p/a.mjs\n  ---\n  exitCode: 7\n  ...\n', 'crashed'],
  ])('is judged by the outcome of the target next to a test that fails: %j is %s', (stdout, expected) => {
    const asked = { ...request(['a.mjs > x', 'a.mjs > y'], []), target: testId('a.mjs > y') };
    expect(nodeTest.parsePlain(ran(stdout, 1), asked)).toBe(expected);
  });

  test('recognizes escaped titles', () => {
    expect(verdict(ran('ok 1 - a \\# b \\\\ c\n', 0), 'a # b \\\\ c')).toBe('passed');
  });

  test('is timed-out when the time limit was reached', () => {
    expect(verdict(ran('ok 1 - x\n', 0, true), 'x')).toBe('timed-out');
  });
});
