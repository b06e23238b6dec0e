import { describe, expect, test } from 'vitest';
import type { RunnerContext, RunRequest } from '../../../src/contract/runner.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { rspec } from '../../../src/runners/rspec.ts';
import { projectOf } from './project-of.ts';

const settings = { args: [], files: ['spec'], command: [], report: { format: 'exit', path: null } } as const;
const context: RunnerContext = { root: '/p', probes: '/probes', folder: '/trial', program: ['/ruby'], settings };
const request = (tests: readonly string[], suite = tests): RunRequest => ({
  tests: tests.map(testId),
  suite: suite.map(testId),
  repeat: 1,
  conditions: {},
  seed: 1,
});

describe('detection of RSpec', () => {
  test.each([
    [{ 'api/.rspec': '' }, 'api', 'configured'],
    [{ 'api/spec/spec_helper.rb': '' }, 'api', 'likely'],
    [{ Gemfile: 'gem "rspec"\n' }, '.', 'likely'],
    [{ 'x.gemspec': 's.add_development_dependency "rspec"\n' }, '.', 'likely'],
    [{ Gemfile: 'gem "minitest"\n' }, 'api', 'possible'],
  ])('%j beside a spec starts it in %s and makes it %s', (files, folder, strength) => {
    const all = { ...(files as Record<string, string>), 'api/spec/models/a_spec.rb': '' };
    expect(rspec.detect(projectOf(all))).toMatchObject({ folder, strength });
  });

  test('without a file of examples nothing is a sign', () => {
    expect(rspec.detect(projectOf({ '.rspec': '', Gemfile: 'gem "rspec"\n', 'test/a_test.rb': '' }))).toBeNull();
  });
});

describe('the commands of RSpec', () => {
  test('retries and options from outside are off', () => {
    const { argv, env } = rspec.command(request(['spec/a_spec.rb > a > x']), context);
    expect(argv).toEqual(['/ruby', '/probes/rspec/run.rb']);
    expect(env).toMatchObject({ RSPEC_RETRY_RETRY_COUNT: '1', SPEC_OPTS: null });
    expect(rspec.list(context).argv.at(-1)).toBe('spec');
  });

  const suite = ['a_spec.rb > String > #size > is (2)', 'a_spec.rb > b > y', 'a_spec.rb > b > (no description)'];

  test('the plain command names one file and exactly the descriptions', () => {
    expect(rspec.plain(request(suite.slice(0, 1), suite), context)?.argv.slice(-3)).toEqual([
      ...['--example-matches', '^String ?#size ?is \\(2\\)$', 'a_spec.rb'],
    ]);
  });

  test('the plain command names files in the wanted order', () => {
    const asked = request(['b_spec.rb > c', suite[1]!], [...suite, 'b_spec.rb > c']);
    expect(rspec.plain(asked, context)?.argv.slice(-6)).toEqual([
      ...['--example-matches', '^c$', '--example-matches', '^b ?y$', 'b_spec.rb', 'a_spec.rb'],
    ]);
  });

  test.each([
    ['another order', [suite[1]!, suite[0]!]],
    ['an example without a description', [suite[2]!]],
  ])('there is no plain command for %s', (_what, tests) => {
    expect(rspec.plain(request(tests, suite), context)).toBeNull();
  });
});

describe('the result of a plain run of RSpec', () => {
  const report = (statuses: readonly string[], outside = 0) =>
    `noise\n{"version":"3.12.0","examples":[${statuses
      .map((status) => `{"status":${JSON.stringify(status)}}`)
      .join(',')}],"summary":{"errors_outside_of_examples_count":${outside}}}`;

  test.each([
    [report(['passed', 'passed']), 'passed'],
    [report(['passed', 'pending']), 'passed'],
    [report(['pending', 'pending']), 'skipped'],
    [report(['passed', 'failed']), 'failed'],
    [report(['passed', '']), 'crashed'],
    [report([], 1), 'errored'],
    [report([]), 'missing'],
    [report(['passed']), 'missing'],
    [report(['passed', 'passed', 'passed']), 'missing'],
    ['', 'crashed'],
  ])('%s is %s', (stdout, expected) => {
    const run = { stdout, stderr: '', code: 0, signal: null, timedOut: false, files: {}, ms: 1 };
    expect(rspec.parsePlain(run, request(['a', 'b']))).toBe(expected);
  });

  const examples = (...statuses: readonly (string | null)[]) =>
    JSON.stringify({
      version: '3.13.0',
      examples: statuses.map((status, at) => ({
        ...{ file_path: './spec/x_spec.rb', full_description: `the shop${at === 0 ? '#a' : ' b'}`, status },
      })),
    });
  test.each([
    [examples('failed', 'passed'), 'passed'],
    [examples('passed', 'failed'), 'failed'],
    [examples('failed', 'pending'), 'missing'],
    [examples('failed', null), 'crashed'],
    [`${examples('failed', 'passed')} and more`, 'failed'],
  ])('next to an example that fails, the target has its own outcome: %s is %s', (stdout, expected) => {
    const run = { stdout, stderr: '', code: 1, signal: null, timedOut: false, files: {}, ms: 1 };
    const tests = ['spec/x_spec.rb > the shop > #a', 'spec/x_spec.rb > the shop > b'];
    expect(rspec.parsePlain(run, { ...request(tests), target: testId(tests[1]!) })).toBe(expected);
  });
});
