import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RawRun } from '../../../src/contract/command.ts';
import { OUTCOMES } from '../../../src/contract/outcome.ts';
import { parseListing, parseStream } from '../../../src/reports/stream.ts';

const PATH = '/trial/stream.jsonl';
const ended = (changes: Partial<RawRun> = {}): RawRun => ({
  code: 0,
  signal: null,
  timedOut: false,
  stdout: '',
  stderr: '',
  files: {},
  ms: 5,
  ...changes,
});
const stream = (lines: readonly unknown[], changes: Partial<RawRun> = {}): RawRun =>
  ended({ ...changes, files: { [PATH]: lines.map((line) => `${JSON.stringify(line)}\n`).join('') } });
const start = (id: string, run = 0) => ({ ev: 'start', id, run });
const end = (id: string, outcome = 'passed', run = 0) => ({ ev: 'end', id, run, outcome, ms: 1 });
const done = { ev: 'done' };

describe('the stream of a probe', () => {
  test('gives an observation per execution in the order of their starts', () => {
    const run = stream([
      start('b'),
      end('b'),
      start('a'),
      end('a', 'failed'),
      start('b', 1),
      end('b', 'passed', 1),
      done,
    ]);
    expect(parseStream(run, PATH, '/p')).toEqual({
      observations: [
        { test: 'b', run: 0, outcome: 'passed', ms: 1 },
        { test: 'a', run: 0, outcome: 'failed', ms: 1 },
        { test: 'b', run: 1, outcome: 'passed', ms: 1 },
      ],
      problems: [],
    });
  });

  test('sums the phases of an execution and sets missing ones to zero', () => {
    const phase = (when: string, ms: number) => ({ ev: 'phase', id: 'a', run: 0, when, ms });
    const run = stream([start('a'), phase('setup', 1), phase('call', 2), phase('call', 3), end('a'), done]);
    expect(parseStream(run, PATH, '/p').observations[0]?.phases).toEqual({ setup: 1, call: 5, teardown: 0 });
  });

  test('reports a failure with its message, its place and its fingerprint', () => {
    const error = { type: 'TypeError', message: 'x is null', stack: 'TypeError\n    at f (/p/a.js:3:1)' };
    const run = stream([start('a'), { ...end('a', 'failed'), error }, done]);
    expect(parseStream(run, PATH, '/p').observations[0]).toMatchObject({
      message: 'TypeError: x is null\n    at f a.js:3',
      fingerprint: expect.stringMatching(/^f-/),
    });
  });

  test('limits a message', () => {
    const error = { type: 'E', message: 'long '.repeat(5000) };
    const [seen] = parseStream(stream([{ ...end('a', 'failed'), error }, done]), PATH, '/p').observations;
    expect(seen?.message?.length).toBeLessThanOrEqual(4096);
  });

  test('blames the test that started and did not end for a crash', () => {
    const { observations, problems } = parseStream(stream([start('a'), end('a'), start('b')], { code: 7 }), PATH, '/p');
    expect(observations[1]).toMatchObject({
      test: 'b',
      outcome: 'crashed',
      ms: null,
      message: expect.stringContaining('exit code 7'),
    });
    expect(problems).toEqual(['the stream is incomplete: the process ended with exit code 7']);
  });

  test('distinguishes crashes by different signals', () => {
    const crash = (signal: string) =>
      parseStream(stream([start('a')], { code: null, signal }), PATH, '/p').observations[0];
    expect(crash('SIGSEGV')?.fingerprint).not.toBe(crash('SIGKILL')?.fingerprint);
  });

  test('calls it timed-out when the time limit was reached', () => {
    const run = stream([start('a')], { code: null, signal: 'SIGKILL', timedOut: true });
    expect(parseStream(run, PATH, '/p').observations).toMatchObject([{ outcome: 'timed-out' }]);
  });

  test('uses the first of two records of one execution, and refuses retries', () => {
    const run = stream([start('a'), end('a', 'failed'), start('a'), end('a'), done]);
    expect(parseStream(run, PATH, '/p')).toMatchObject({
      observations: [{ outcome: 'failed' }],
      problems: [],
      retried: ['a was started twice in one run'],
    });
  });

  test('passes on the problems of a probe', () => {
    const run = stream([{ ev: 'problem', text: "missing: no test is called 'x'" }, done]);
    expect(parseStream(run, PATH, '/p')).toEqual({ observations: [], problems: ["missing: no test is called 'x'"] });
  });

  test('passes on retries and the reports of detectors in fields of their own', () => {
    const says = 'Error: x\nat elsewhere.js:1';
    const race = { ev: 'detected', detector: 'data-race', says: 'two writes', where: 'a.go:1', test: 'a' };
    const rejection = { ev: 'detected', detector: 'unhandled-rejection', says };
    const run = stream([{ ev: 'retried', text: 'a was run again' }, race, rejection, rejection, done]);
    expect(parseStream(run, PATH, '/p')).toEqual({
      observations: [],
      problems: [],
      retried: ['a was run again'],
      detected: [
        { detector: 'data-race', says: 'two writes', where: 'a.go:1', test: 'a' },
        { detector: 'unhandled-rejection', says: 'Error: x at elsewhere.js:1', where: null, test: null },
      ],
    });
    const unknown = stream([{ ...race, detector: 'nothing' }, done]);
    expect(parseStream(unknown, PATH, '/p').problems.join()).toContain('unreadable');
  });

  test('names an incomplete last line and an unreadable one', () => {
    const text = `${JSON.stringify(start('a'))}\n{"ev":"nonsense"}\n${JSON.stringify(end('a'))}\n{"ev":"sta`;
    expect(parseStream(ended({ files: { [PATH]: text }, code: 1 }), PATH, '/p')).toMatchObject({
      observations: [{ test: 'a', outcome: 'passed' }],
      problems: [
        'line 2 of the stream is unreadable: {"ev":"nonsense"}',
        'the last line of the stream is incomplete: {"ev":"sta',
        'the stream is incomplete: the process ended with exit code 1',
      ],
    });
  });

  test("repeats the runner's output if there is no stream at all", () => {
    const { observations, problems } = parseStream(ended({ code: 2, stderr: 'no module named pytest' }), PATH, '/p');
    expect(observations).toEqual([]);
    expect(problems[0]).toMatch(/wrote no stream.*exit code 2: no module named pytest/);
  });

  test('never throws and never invents a test, wherever it is cut', () => {
    const ids = fc.array(fc.string(), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(ids, fc.constantFrom(...OUTCOMES), fc.nat(), (tests, outcome, cut) => {
        const whole = stream(tests.flatMap((id, run) => [start(id, run), end(id, outcome, run)])).files[PATH]!;
        const text = whole.slice(0, cut % (whole.length + 1));
        const { observations } = parseStream(ended({ files: { [PATH]: text } }), PATH, '/p');
        expect(observations.length).toBeLessThanOrEqual(tests.length);
        for (const seen of observations) expect(tests[seen.run]).toBe(seen.test);
      }),
    );
  });
});

describe('the listing of a probe', () => {
  test('joins what was collected in order, with the problems', () => {
    const run = stream([
      { ev: 'collected', ids: ['b', 'a'] },
      { ev: 'problem', text: 'c broke' },
      { ev: 'collected', ids: ['d'] },
      done,
    ]);
    expect(parseListing(run, PATH)).toEqual({ tests: ['b', 'a', 'd'], problems: ['c broke'] });
  });
});
