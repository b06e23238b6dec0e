import { describe, expect, test } from 'vitest';
import type { RawRun } from '../../../src/contract/command.ts';
import type { RunnerContext, RunnerSettings, RunRequest } from '../../../src/contract/runner.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { command, commandRunner } from '../../../src/runners/command.ts';

const settings = (
  words: readonly string[],
  report: RunnerSettings['report'] = { format: 'exit', path: null },
): RunnerSettings => ({
  args: [],
  files: [],
  command: words,
  report,
});
const contextOf = (given: RunnerSettings): RunnerContext => ({
  root: '/p',
  probes: '/probes',
  folder: '/trial',
  program: ['/bin/node'],
  settings: given,
});
const request = (...tests: readonly string[]): RunRequest => ({
  tests: tests.map(testId),
  suite: [],
  repeat: 1,
  conditions: {},
  seed: 1,
});
const ended = (changes: Partial<RawRun> = {}): RawRun => ({
  code: 0,
  signal: null,
  timedOut: false,
  stdout: '',
  stderr: '',
  files: {},
  ms: 7,
  ...changes,
});

describe('a command judged by its exit status', () => {
  const given = settings(['make', 'check']);
  const adapter = commandRunner(given);
  const parse = (changes: Partial<RawRun>) => adapter.parse(ended(changes), request('make check'), contextOf(given));

  test('is one test, named after its words', () => {
    expect(adapter.parseList(ended(), contextOf(given))).toEqual({ tests: ['make check'], problems: [] });
    expect(adapter.can).toMatchObject({ select: 'none', order: 'none', repeat: false });
  });

  test('is run unchanged', () => {
    expect(adapter.command(request('make check'), contextOf(given)).argv).toEqual(['make', 'check']);
  });

  test.each([
    ['passed', {}],
    ['failed', { code: 3 }],
    ['crashed', { code: null, signal: 'SIGKILL' }],
    ['crashed', { code: 137 }],
    ['timed-out', { code: null, signal: 'SIGKILL', timedOut: true }],
  ])('is %s after %j', (outcome, changes) => {
    expect(parse(changes).observations).toMatchObject([{ test: 'make check', outcome, ms: 7 }]);
  });

  test('treats a status above 128 as a signal only after a shell', () => {
    const direct = settings(['./check']);
    expect(
      commandRunner(direct).parse(ended({ code: 137 }), request(), contextOf(direct)).observations[0]?.outcome,
    ).toBe('failed');
  });

  test.each([126, 127])('has not run at all when the status is %i', (code) => {
    const report = parse({ code, stderr: 'sh: nothing: not found' });
    expect(report.observations).toEqual([]);
    expect(report.problems[0]).toMatch(/^could not run: .*not found/s);
    expect(adapter.parsePlain(ended({ code }), request('make check'))).toBe('missing');
  });

  test('reports the last lines of a failure, and distinguishes failures by them', () => {
    const [one] = parse({ code: 2, stderr: 'no rule to make target' }).observations;
    const [other] = parse({ code: 2, stderr: 'segment overflow' }).observations;
    expect(one?.message).toContain('no rule to make target');
    expect(one?.fingerprint).not.toBe(other?.fingerprint);
  });
});

describe('a command that writes a report', () => {
  const junit =
    '<testsuite><testcase classname="a" name="x"/><testcase classname="a" name="y"><failure message="m"/></testcase></testsuite>';

  test('with {ids} and {report} selects, orders and writes to a fresh place', () => {
    const given = settings(['run', '--out={report}', '{ids}'], { format: 'junit', path: null });
    const adapter = commandRunner(given);
    expect(adapter.can).toMatchObject({ select: 'test', order: 'any' });
    const { argv, reads } = adapter.command(request('a > y', 'a > x'), contextOf(given));
    expect(argv).toEqual(['run', '--out=/trial/report', 'a > y', 'a > x']);
    expect(reads).toEqual(['/trial/report']);
    expect(adapter.plain(request('a > x'), contextOf(given))).toBeNull();
  });

  test('joins the tests inside a longer word', () => {
    const given = settings(['make', 'TESTS={ids}'], { format: 'tap', path: null });
    expect(commandRunner(given).command(request('x', 'y'), contextOf(given)).argv).toEqual(['make', 'TESTS=x y']);
  });

  test('at a fixed path is watched, so that an old report is not taken for a new one', () => {
    const given = settings(['mvn', 'test'], { format: 'junit', path: 'target/*.xml' });
    const { argv, reads } = commandRunner(given).command(request(), contextOf(given));
    expect(argv).toEqual([
      '/bin/node',
      '/probes/command/fresh-reports.mjs',
      'target/*.xml',
      '/trial/reports.json',
      '--',
      'mvn',
      'test',
    ]);
    expect(reads).toEqual(['/trial/reports.json']);
  });

  test('is listed by what the report names', () => {
    const given = settings(['run', '{report}'], { format: 'junit', path: null });
    const run = ended({ code: 1, files: { '/trial/report': junit } });
    expect(commandRunner(given).parseList(run, contextOf(given))).toEqual({ tests: ['a > x', 'a > y'], problems: [] });
  });

  test('may write several', () => {
    const given = settings(['mvn', 'test'], { format: 'junit', path: 'target/*.xml' });
    const run = ended({
      code: 1,
      files: { '/trial/reports.json': JSON.stringify([junit, junit.replaceAll('"a"', '"b"')]) },
    });
    const { observations } = commandRunner(given).parse(run, request(), contextOf(given));
    expect(observations.map(({ test: id }) => id)).toEqual(['a > x', 'a > y', 'b > x', 'b > y']);
  });

  test('by TAP on its standard output', () => {
    const given = settings(['prove'], { format: 'tap', path: null });
    const { observations } = commandRunner(given).parse(
      ended({ code: 1, stdout: '1..2\nok 1 - a\nnot ok 2 - b\n' }),
      request(),
      contextOf(given),
    );
    expect(observations.map(({ outcome }) => outcome)).toEqual(['passed', 'failed']);
  });

  test.each([
    ['none', {}, /no report was written; the process ended with exit code 3: out of memory/],
    ['a half-written one', { '/trial/reports.json': '["<testsui' }, /no report was written/],
  ])('but left %s is a problem and not a test', (_what, files, expected) => {
    const given = settings(['mvn'], { format: 'junit', path: 'a.xml' });
    const report = commandRunner(given).parse(
      ended({ code: 3, stderr: 'out of memory', files: files as Record<string, string> }),
      request(),
      contextOf(given),
    );
    expect(report.observations).toEqual([]);
    expect(report.problems.join()).toMatch(expected);
  });

  test('that names no failure does not hide a status that does', () => {
    const given = settings(['run'], { format: 'tap', path: null });
    const { problems } = commandRunner(given).parse(
      ended({ code: 2, stdout: '1..1\nok 1 - a\n' }),
      request(),
      contextOf(given),
    );
    expect(problems).toEqual(['the process ended with exit code 2, but the report names no failure']);
  });
});

test('what the command runner can do follows from its settings', () => {
  expect(command.can.select).toBe('none');
  expect(command.withSettings?.(settings(['run', '{ids}'], { format: 'tap', path: null })).can.select).toBe('test');
});
