import { describe, expect, test } from 'vitest';
import type { RunnerContext, RunRequest } from '../../../src/contract/runner.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { maven } from '../../../src/runners/maven.ts';
import { projectOf } from './project-of.ts';

const settings = { args: ['-Pfast'], files: [], command: [], report: { format: 'exit', path: null } } as const;
const context: RunnerContext = { root: '/p', probes: '/probes', folder: '/trial', program: ['/mvn'], settings };
const request = (tests: readonly string[], suite = tests): RunRequest => ({
  tests: tests.map(testId),
  suite: suite.map(testId),
  repeat: 1,
  conditions: {},
  seed: 1,
});

describe('detection of Maven', () => {
  test.each([
    ['src/test/java/x/ATest.java', '.'],
    ['core/src/test/kotlin/x/ATest.kt', '.'],
  ])('a POM at the root speaks for %s', (source, folder) => {
    const files = { 'pom.xml': '', 'core/pom.xml': '', [source]: '' };
    expect(maven.detect(projectOf(files))).toEqual({ folder, because: ['pom.xml', source], strength: 'configured' });
  });

  test('of two adjacent projects the one with tests is used', () => {
    const files = { 'a/pom.xml': '', 'b/pom.xml': '', 'b/src/test/java/x/ATest.java': '' };
    expect(maven.detect(projectOf(files))?.folder).toBe('b');
  });

  test.each([
    ['tests without a POM', { 'build.gradle': '', 'src/test/java/x/ATest.java': '' }],
    ['a POM without tests', { 'pom.xml': '', 'src/main/java/x/A.java': '', 'src/test/resources/a.txt': '' }],
    ['a POM beside the tests of another language', { 'pom.xml': '', 'tests/test_a.py': '' }],
  ])('%s are not a sign', (_what, files) => {
    expect(maven.detect(projectOf(files as Record<string, string>))).toBeNull();
  });
});

describe('the commands of Maven', () => {
  test('builds are kept in the cache, or in the folder of the trial where there is none', () => {
    const words = (place: RunnerContext) => maven.command(request(['x.A::b']), place).argv.slice(1);
    expect(words(context)).toEqual(['/probes/junit/drive.mjs', 'maven', '/mvn', '/trial', '--', '-Pfast']);
    expect(words({ ...context, cache: '/cache' })[3]).toBe('/cache');
    expect(maven.list(context).env).toMatchObject({ UNFLAKE_LIST: '1' });
  });

  const suite = [
    'x.A::adds(int, String)',
    'x.A::adds(String)',
    'x.A::total',
    'x.A::Inner::deep',
    'x.P::reads[0: a]',
    'core/x.A::total',
  ];

  test.each([
    [['x.A::total'], ['-Dtest=x.A#total']],
    [['x.A::adds(int, String)', 'x.A::adds(String)', 'x.A::total'], ['-Dtest=x.A#adds+total']],
    [['x.A::Inner::deep'], ['-Dtest=x.A$Inner#deep']],
    [suite.slice(0, 4), ['-Dtest=x.A']],
    [['x.P::reads[0: a]'], ['-Dtest=x.P']],
    [
      ['core/x.A::total'],
      ['-Dtest=x.A', '-pl', 'core', '-am', '-Dsurefire.failIfNoSpecifiedTests=false', '-DfailIfNoTests=false'],
    ],
    [['x.A::nobodyWroteThis'], ['-Dtest=x.A#nobodyWroteThis']],
    [
      ['x.A::total', 'x.P::reads[0: a]'],
      ['-Dtest=x.A#total,x.P', '-Dsurefire.runOrder=alphabetical'],
    ],
    [
      ['x.P::reads[0: a]', 'x.A::total'],
      ['-Dtest=x.P,x.A#total', '-Dsurefire.runOrder=reversealphabetical'],
    ],
  ])('the plain command for %j names %j', (tests, words) => {
    expect(maven.plain(request(tests, suite), context)).toMatchObject({
      argv: ['/mvn', '--batch-mode', 'test', ...words, '-Pfast'],
      cwd: '/p',
    });
  });

  test.each([
    ['another order', [suite[2]!, suite[0]!]],
    ['one of two methods of the same name', [suite[1]!]],
    ['a class in two pieces', [suite[0]!, suite[4]!, suite[2]!]],
    ['three classes in no order of names', ['x.B::b', 'x.A::nobodyWroteThis', 'x.C::c']],
    ['a class and one inside it', [suite[2]!, suite[3]!]],
    ['two modules', [suite[2]!, suite[5]!]],
    ['a name that Surefire cannot take', ['x.A::a test that nobody wrote']],
  ])('there is no plain command for %s', (_what, tests) => {
    expect(maven.plain(request(tests, suite), context)).toBeNull();
  });

  test('there is no plain command for a repetition', () => {
    expect(maven.plain({ ...request(suite.slice(0, 4), suite), repeat: 2 }, context)).toBeNull();
  });
});

describe('the result of a plain run of Maven', () => {
  const summary = (counts: string) =>
    `[INFO] Tests run: 9, Failures: 9, Errors: 9, Skipped: 9, Time elapsed: 0.1 s -- in x.A\n[INFO] Results:\n${counts}\n`;

  test.each([
    ['[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0', 0, 'passed'],
    ['Tests run: 2, Failures: 0, Errors: 0, Skipped: 1', 0, 'passed'],
    ['[WARNING] Tests run: 2, Failures: 0, Errors: 0, Skipped: 2', 0, 'skipped'],
    ['[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0', 1, 'failed'],
    ['[ERROR] Tests run: 2, Failures: 0, Errors: 1, Skipped: 0', 1, 'failed'],
    ['[WARNING] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Flakes: 1', 0, 'failed'],
    ['[\u001b[1;34mINFO\u001b[m] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0', 0, 'passed'],
    ['[INFO] Tests run: 0, Failures: 0, Errors: 0, Skipped: 0', 0, 'missing'],
    ['[INFO] Tests run: 1, Failures: 0, Errors: 0, Skipped: 0', 0, 'missing'],
    ['[INFO] No tests to run.', 0, 'missing'],
    ['[ERROR] COMPILATION ERROR :', 1, 'missing'],
    ['[ERROR] The forked VM terminated without properly saying goodbye. VM crash or System.exit called?', 1, 'crashed'],
    ['[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0\n[ERROR] a plugin broke', 1, 'errored'],
  ])('%s with status %d is %s', (line, code, expected) => {
    const run = { stdout: summary(line), stderr: '', code, signal: null, timedOut: false, files: {}, ms: 1 };
    expect(maven.parsePlain(run, request(['x.A::a', 'x.A::b']))).toBe(expected);
  });

  test.each([
    ['[ERROR] x.A.a -- Time elapsed: 0.003 s <<< FAILURE!', 'Failures: 1, Errors: 0, Skipped: 0', 'passed'],
    ['[ERROR] x.A.a(int)[1] -- Time elapsed: 0.003 s <<< ERROR!', 'Failures: 0, Errors: 1, Skipped: 0', 'passed'],
    ['[ERROR] a(x.A)  Time elapsed: 0.003 s  <<< FAILURE!', 'Failures: 1, Errors: 0, Skipped: 0', 'passed'],
    ['a(x.A)  Time elapsed: 0.003 sec  <<< FAILURE!', 'Failures: 1, Errors: 0, Skipped: 0', 'passed'],
    ['[ERROR] a  Time elapsed: 0.003 s  <<< FAILURE!', 'Failures: 1, Errors: 0, Skipped: 0', 'passed'],
    [
      '[ERROR] x.A.a -- Time elapsed: 0.003 s <<< FAILURE!\n[ERROR] x.A.a -- Time elapsed: 0.001 s <<< FAILURE!',
      'Failures: 1, Errors: 0, Skipped: 0',
      'passed',
    ],
    ['[ERROR] x.A$In.b -- Time elapsed: 0.003 s <<< FAILURE!', 'Failures: 1, Errors: 0, Skipped: 0', 'failed'],
    ['[ERROR] x.A.a -- Time elapsed: 0.003 s <<< FAILURE!', 'Failures: 1, Errors: 0, Skipped: 1', 'missing'],
    ['[ERROR] x.A.a -- Time elapsed: 0.003 s <<< FAILURE!', 'Failures: 2, Errors: 0, Skipped: 0', 'failed'],
    ['[ERROR] x.A -- Time elapsed: 0.003 s <<< ERROR!', 'Failures: 0, Errors: 1, Skipped: 0', 'failed'],
  ])('next to a test that fails, the target has its own outcome: %s with %s is %s', (line, counts, expected) => {
    const header = `[ERROR] Tests run: 2, ${counts}, Time elapsed: 0.03 s <<< FAILURE! -- in x.A`;
    const stdout = `${header}\n${line}\n${summary(`[ERROR] Tests run: 2, ${counts}`)}`;
    const run = { stdout, stderr: '', code: 1, signal: null, timedOut: false, files: {}, ms: 1 };
    const asked = { ...request(['x.A::a', 'x.A::In::b']), target: testId('x.A::In::b') };
    expect(maven.parsePlain(run, asked)).toBe(expected);
  });
});
