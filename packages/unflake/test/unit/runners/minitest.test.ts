import { describe, expect, test } from 'vitest';
import type { RunnerContext, RunRequest } from '../../../src/contract/runner.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { minitest } from '../../../src/runners/minitest.ts';
import { rspec } from '../../../src/runners/rspec.ts';
import { projectOf } from './project-of.ts';

const settings = { args: ['-w'], files: ['checks'], command: [], report: { format: 'exit', path: null } } as const;
const context: RunnerContext = { root: '/p', probes: '/probes', folder: '/trial', program: ['/ruby'], settings };
const request = (tests: readonly string[], changes: Partial<RunRequest> = {}): RunRequest => ({
  tests: tests.map(testId),
  suite: tests.map(testId),
  repeat: 1,
  conditions: {},
  seed: 1,
  ...changes,
});

describe('detection of Minitest', () => {
  test.each([
    [{ Rakefile: 'Minitest::TestTask.create\n' }, 'configured'],
    [{ 'api/test/test_helper.rb': 'require "minitest/autorun"\n' }, 'likely'],
    [{ 'api/test/test_helper.rb': 'require "rails/test_help"\n' }, 'likely'],
    [{ 'api/test/models/a_test.rb': 'class ATest < Minitest::Test\n' }, 'likely'],
    [{ Gemfile: 'gem "rails"\n' }, 'likely'],
    [{ 'x.gemspec': 's.add_development_dependency "minitest"\n' }, 'likely'],
    [{}, 'possible'],
  ])('%j beside a test makes it %s, from the folder above', (files, strength) => {
    const all = { 'api/test/models/a_test.rb': '', ...(files as Record<string, string>) };
    expect(minitest.detect(projectOf(all))).toMatchObject({ folder: 'api', strength });
  });

  test.each([
    ['no test', { Gemfile: 'gem "minitest"\n', 'test/test_helper.rb': 'require "minitest/autorun"\n' }],
    [
      'tests of test-unit by their helper',
      { 'test/helper.rb': 'require "test/unit"\n', 'test/test_a.rb': '# as in minitest\n' },
    ],
    ['tests of test-unit', { 'test/test_a.rb': 'require "test/unit"\n', Gemfile: 'gem "rails"\n' }],
    ['specs of RSpec', { 'spec/a_spec.rb': 'RSpec.describe "a"\n', Gemfile: 'gem "minitest"\n' }],
  ])('%s is no sign', (_what, files) => {
    expect(minitest.detect(projectOf(files as unknown as Record<string, string>))).toBeNull();
  });

  test('specs that name Minitest are not taken for those of RSpec', () => {
    const files = {
      'spec/spec_helper.rb': 'require "minitest/autorun"\n',
      'spec/a_spec.rb': 'require "spec_helper"\n',
    };
    expect(minitest.detect(projectOf(files))).toMatchObject({ folder: '.', strength: 'likely' });
    expect(rspec.detect(projectOf(files))?.strength ?? 'none').not.toBe('likely');
    expect(rspec.detect(projectOf({ 'spec/a_spec.rb': 'require "minitest/autorun"\n' }))).toBeNull();
  });
});

describe('the commands of Minitest', () => {
  test('arguments are those of Ruby, and files say what the suite is', () => {
    const argv = ['/ruby', '-w', '/probes/minitest/run.rb', 'checks'];
    expect(minitest.list(context).argv).toEqual(argv);
    expect(minitest.command(request(['a_test.rb::A#test_x']), context).argv).toEqual(argv);
  });

  test.each([
    ['test/a_test.rb::Shop::ATest#test_x', 'Shop::ATest#test_x'],
    ['test/a_test.rb::cart::total#is (2)', String.raw`/^cart::total#(test_\d+_)?is \(2\)$/`],
    ['test/a_test.rb::Cart::#total#adds', String.raw`/^Cart::#(test_\d+_)?total#(test_\d+_)?adds$/`],
    [String.raw`test/a_test.rb::cart#a\\b`, String.raw`/^cart#(test_\d+_)?a\\b$/`],
  ])('the plain command for %s names it by %s', (id, name) => {
    const { argv } = minitest.plain(request([id]), context)!;
    expect(argv).toEqual(['/ruby', '-w', '-Ilib', '-Itest', 'test/a_test.rb', '-n', name]);
  });

  const id = 'test/a_test.rb::cart#adds';
  test.each([
    ['several tests, which Minitest shuffles', request([id, 'test/a_test.rb::cart#other'])],
    ['repetitions', request([id], { repeat: 2 })],
    ['a seed, because Minitest sets its own', request([id], { conditions: { rngSeed: '3' } })],
    ['one of two equal names', request([id], { suite: [id, `${id}\\#2`].map(testId) })],
    ['the second of two equal names', request([`${id}\\#2`])],
    ['a name with a line break', request([`${id}\\nand more`])],
    ['a class without a name', request(['test/a_test.rb::(anonymous)#test_x'])],
  ])('there is no plain command for %s', (_what, asked) => {
    expect(minitest.plain(asked, context)).toBeNull();
  });
});

describe('the result of a plain run of Minitest', () => {
  const start = 'Run options: -n x --seed 1\n\n# Running:\n\n';
  const summary = (runs: number, failures: number, errors: number, skips: number, word = 'runs') =>
    `${start}\u001b[32m${runs} ${word}, 1 assertions, ${failures} failures, ${errors} errors, ${skips} skips\u001b[0m\n`;

  test.each([
    [summary(1, 0, 0, 0), 0, 'passed'],
    [summary(1, 0, 0, 0, 'tests'), 0, 'passed'],
    [summary(1, 1, 0, 0), 1, 'failed'],
    [summary(1, 0, 1, 0), 1, 'errored'],
    [summary(1, 0, 0, 1), 0, 'skipped'],
    [summary(0, 0, 0, 0), 0, 'missing'],
    [start, 0, 'crashed'],
    ['', 1, 'errored'],
    ['', 0, 'missing'],
  ])('%j with status %i is %s', (stdout, code, expected) => {
    const run = { stdout, stderr: '', code, signal: null, timedOut: false, files: {}, ms: 1 };
    expect(minitest.parsePlain(run, request(['a']))).toBe(expected);
  });
});
