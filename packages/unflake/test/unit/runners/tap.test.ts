import { describe, expect, test } from 'vitest';
import type { RawRun } from '../../../src/contract/command.ts';
import type { RunnerContext, RunRequest } from '../../../src/contract/runner.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { tap } from '../../../src/runners/tap.ts';
import { projectOf } from './project-of.ts';

const { outcomeOf } = (await import(new URL('../../../probes/tap/outcome.mjs', import.meta.url).href)) as {
  outcomeOf: (ended: object) => { outcome: string; error?: { type: string; message: string; stack?: string } };
};

const settings = { args: ['--timeout=60'], files: [], command: [], report: { format: 'exit', path: null } } as const;
const program = ['/node', '/p/node_modules/tap/dist/esm/run.mjs'] as const;
const context: RunnerContext = { root: '/p', probes: '/probes', folder: '/trial', program, settings };
const request = (tests: readonly string[], changes: Partial<RunRequest> = {}): RunRequest => ({
  ...{ tests: tests.map(testId), suite: tests.map(testId), repeat: 1, conditions: {}, seed: 1 },
  ...changes,
});

describe('detection of tap', () => {
  test.each([
    ['.taprc', 'jobs: 1', 'configured'],
    ['package.json', '{ "tap": { "jobs": 1 } }', 'configured'],
    ['package.json', '{ "scripts": { "test": "c8 tap test/*.js" } }', 'likely'],
    ['package.json', '{ "devDependencies": { "tap": "^21.0.0" } }', 'possible'],
  ])('%s saying %j makes it %s', (file, text, strength) => {
    expect(tap.detect(projectOf({ [file]: text }))).toMatchObject({ folder: '.', strength });
  });

  test.each(['mocha --reporter tap', 'mocha -R tap', 'ava --tap | tap-spec', 'node --test --test-reporter tap'])(
    'the reporter of that name in %s is no sign',
    (script) => {
      expect(tap.detect(projectOf({ 'package.json': JSON.stringify({ scripts: { test: script } }) }))).toBeNull();
    },
  );
});

describe('the commands of tap', () => {
  test('the driver gets the number of workers, then what the project gives to tap', () => {
    const { argv } = tap.command(request(['a.js'], { conditions: { workers: '3' } }), context);
    expect(argv).toEqual(['/node', '/probes/tap/drive.mjs', program[1], '3', '--', '--timeout=60']);
  });

  test('one file has a plain command, and nothing else has', () => {
    const argv = [...program, '--reporter=tap', '--jobs=1', '--timeout=60', 'test/a b.js'];
    expect(tap.plain(request(['test/a b.js']), context)?.argv).toEqual(argv);
    for (const other of [
      request(['a.js', 'b.js']),
      request(['a.js'], { repeat: 2 }),
      request(['test/[id].js']),
      request(['a.js'], { conditions: { workers: '2' } }),
    ])
      expect(tap.plain(other, context)).toBeNull();
  });

  test.each([
    ['ok 1 - a.js # time=3ms\n', 'passed'],
    ['not ok 1 - a.js # time=3ms\n', 'failed'],
    ['ok 1 - a.js # SKIP because\n', 'skipped'],
    ['# Subtest: a.js\n    ok 1 - x # SKIP\n    1..1\nok 1 - a.js # time=3ms\n', 'skipped'],
    ['# Subtest: a.js\n        not ok 1 - test unfinished\nnot ok 1 - a.js\n', 'crashed'],
    ['not ok 1 - a.js\n  ---\n  exitCode: 1\n  signal: null\n  ...\n', 'failed'],
    ['not ok 1 - a.js\n  ---\n  signal: SIGKILL\n  ...\n', 'crashed'],
    ['No valid test files found matching "a.js"\n', 'missing'],
    ['', 'crashed'],
  ])('%j means %s', (stdout, outcome) => {
    // Coverage that is not complete ends with 1, too.
    const run: RawRun = {
      ...{ code: 1, signal: null, timedOut: false, stderr: '', files: {}, ms: 1 },
      stdout,
    } as RawRun;
    expect(tap.parsePlain(run)).toBe(outcome);
  });
});

describe('the outcome of a file of tap', () => {
  const ended = { code: 0, signal: null, stderr: '', drained: true };
  test.each([
    ['ok 1 - fine\n1..1\n', {}, 'passed'],
    ['ok 1 - later # SKIP\n1..1\n', {}, 'skipped'],
    ['1..0 # not here\n', {}, 'skipped'],
    ['not ok 1 - known # TODO\nok 2 - fine\n1..2\n', {}, 'passed'],
    ['not ok 1 - timeout!\n1..1\n', { code: 1 }, 'timed-out'],
    ['    not ok 1 - test unfinished\n1..0\n', { code: 1, drained: false }, 'crashed'],
    ['    not ok 1 - test unfinished\nnot ok 1 - x\n1..1\n', { code: 1 }, 'failed'],
    ['ok 1 - fine\n', {}, 'crashed'],
    ['ok 1 - fine\n1..1\n', { code: 3 }, 'crashed'],
    ['ok 1 - fine\n1..1\n', { code: null, signal: 'SIGSEGV' }, 'crashed'],
  ])('%j and %j mean %s', (stdout, changes, outcome) => {
    expect(outcomeOf({ ...ended, stdout, ...changes }).outcome).toBe(outcome);
  });

  test('the first failure is reported, with what it compared and where', () => {
    const stdout = `# Subtest: sums
    not ok 1 - should be equal
      ---
      compare: ===
      at:
        fileName: test/a.js
        lineNumber: 3
      stack: |
        Test.<anonymous> (test/a.js:3:24)
        Object.<anonymous> (test/a.js:2:3)
      diff: |
        -2
        +1
      ...

    1..1
not ok 1 - sums # time=12ms
1..1
`;
    expect(outcomeOf({ ...ended, code: 1, stdout })).toEqual({
      outcome: 'failed',
      error: {
        type: 'AssertionError',
        message: 'should be equal\ncompare: ===\ndiff: -2\n+1',
        stack: 'should be equal\n    at Test.<anonymous> (test/a.js:3:24)\n    at Object.<anonymous> (test/a.js:2:3)',
      },
    });
  });
});
