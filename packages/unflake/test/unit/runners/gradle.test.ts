import { describe, expect, test } from 'vitest';
import type { RunnerContext, RunRequest } from '../../../src/contract/runner.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { gradle } from '../../../src/runners/gradle.ts';
import { projectOf } from './project-of.ts';

const settings = { args: ['--stacktrace'], files: [], command: [], report: { format: 'exit', path: null } } as const;
const context: RunnerContext = { root: '/p', probes: '/probes', folder: '/trial', program: ['/gradle'], settings };
const request = (tests: readonly string[], suite = tests): RunRequest => ({
  tests: tests.map(testId),
  suite: suite.map(testId),
  repeat: 1,
  conditions: {},
  seed: 1,
});

describe('detection of Gradle', () => {
  test.each(['settings.gradle', 'build.gradle', 'settings.gradle.kts', 'build.gradle.kts'])('%s is a sign', (name) => {
    const files = { [name]: '', 'app/build.gradle': '', 'app/src/test/kotlin/x/ATest.kt': '' };
    expect(gradle.detect(projectOf(files))).toMatchObject({ folder: '.', strength: 'configured' });
  });

  test('a build script without tests is none, nor are tests beside a POM alone', () => {
    expect(gradle.detect(projectOf({ 'build.gradle': '', 'src/main/java/x/A.java': '' }))).toBeNull();
    expect(gradle.detect(projectOf({ 'pom.xml': '', 'src/test/java/x/ATest.java': '' }))).toBeNull();
  });
});

describe('the commands of Gradle', () => {
  test('go through our driver', () => {
    const { argv } = gradle.command(request(['x.A::b']), context);
    expect(argv.slice(1)).toEqual(['/probes/junit/drive.mjs', 'gradle', '/gradle', '/trial', '--', '--stacktrace']);
  });

  const suite = ['x.A::a', 'x.A::b', 'x.A::Inner::c', 'libs/core/x.A::a', 'libs/core/x.A::b'];

  test.each([
    [['x.A::a', 'x.A::b'], ['cleanTest', 'test', '--tests', 'x.A.a', '--tests', 'x.A.b'], 'build', 'x.A'],
    [['x.A::Inner::c'], ['cleanTest', 'test', '--tests', 'x.A$Inner.c'], 'build', 'x.A$Inner'],
    [suite.slice(0, 3), ['cleanTest', 'test', '--tests', 'x.A'], 'build', 'x.A'],
    [['libs/core/x.A::a'], [':libs:core:cleanTest', ':libs:core:test', '--tests', 'x.A.a'], 'libs/core/build', 'x.A'],
  ])('the plain command for %j is %j', (tests, words, folder, name) => {
    expect(gradle.plain(request(tests, suite), context)).toMatchObject({
      argv: ['/gradle', '--no-daemon', '--console=plain', ...words, '--stacktrace'],
      reads: [`/p/${folder}/test-results/test/TEST-${name}.xml`],
    });
  });

  test('the plain command names tests of two classes, and reads the reports of both', () => {
    const plain = gradle.plain(request(['x.A::b', 'x.B::a'], [...suite, 'x.B::a', 'x.B::b']), context);
    expect(plain?.argv).toContain('x.B.a');
    expect(plain?.reads.map((path) => path.split('/').at(-1))).toEqual(['TEST-x.A.xml', 'TEST-x.B.xml']);
  });

  test('there is none for another order', () => {
    expect(gradle.plain(request(['x.A::b', 'x.A::a'], suite), context)).toBeNull();
    expect(gradle.plain(request(['x.B::a', 'x.A::a'], [...suite, 'x.B::a', 'x.B::b']), context)).toBeNull();
  });
});

describe('the result of a plain run of Gradle', () => {
  const report = (tests: number, skipped: number, failures: number) =>
    `<testsuite name="x.A" tests="${tests}" skipped="${skipped}" failures="${failures}" errors="0" timestamp="now">`;

  test.each([
    [report(2, 0, 0), '', 0, 'passed'],
    [report(2, 1, 0), '', 0, 'passed'],
    [report(2, 2, 0), '', 0, 'skipped'],
    [report(2, 0, 1), '> There were failing tests. See the report at: x', 1, 'failed'],
    [report(2, 0, 1), 'Could not create service of type X', 1, 'errored'],
    [report(1, 0, 0), '', 0, 'missing'],
    [report(2, 0, 0), '', 1, 'errored'],
    ['', '', 0, 'missing'],
    ['', 'No tests found for given includes', 1, 'missing'],
    ['', "Process 'Gradle Test Executor 1' finished with non-zero exit value 7", 1, 'crashed'],
  ])('%s and %j with status %d are %s', (xml, stderr, code, expected) => {
    const files: Record<string, string> = xml === '' ? {} : { '/p/x.xml': xml };
    const run = { stdout: '', stderr, code, signal: null, timedOut: false, files, ms: 1 };
    expect(gradle.parsePlain(run, request(['x.A::a', 'x.A::b']))).toBe(expected);
  });

  test.each([
    ['<testcase name="a()" classname="x.A"><failure/></testcase><testcase name="b()" classname="x.A"/>', 'passed'],
    ['<testcase name="a()" classname="x.A"/><testcase name="b()" classname="x.A"><failure/></testcase>', 'failed'],
    [
      '<testcase name="a" classname="x.A"><failure/></testcase><testcase name="b" classname="x.A"><skipped/></testcase>',
      'missing',
    ],
    [
      '<testcase name="b()" classname="x.A"/><testcase name="for people" classname="x.A"><failure/></testcase>',
      'failed',
    ],
  ])('next to a test that fails, the target has its own outcome: %s is %s', (cases, expected) => {
    const files = { '/p/x.xml': `${report(2, 0, 1)}${cases}</testsuite>` };
    const stderr = '> There were failing tests. See the report at: x';
    const run = { stdout: '', stderr, code: 1, signal: null, timedOut: false, files, ms: 1 };
    expect(gradle.parsePlain(run, { ...request(['x.A::a', 'x.A::b']), target: testId('x.A::b') })).toBe(expected);
  });
});
