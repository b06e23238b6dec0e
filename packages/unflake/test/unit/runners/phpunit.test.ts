import { describe, expect, test } from 'vitest';
import type { RunnerContext, RunRequest } from '../../../src/contract/runner.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { phpunit } from '../../../src/runners/phpunit.ts';
import { projectOf } from './project-of.ts';

const settings = {
  args: ['--testsuite=unit'],
  files: [],
  command: [],
  report: { format: 'exit', path: null },
} as const;
const program = ['/p/vendor/bin/phpunit'] as const;
const context: RunnerContext = { root: '/p', probes: '/probes', folder: '/trial', program, settings };
const suite = [
  String.raw`tests/ATest.php::Shop\ATest::testOne`,
  String.raw`tests/ATest.php::Shop\ATest::testWith with data set #0`,
  String.raw`tests/ATest.php::Shop\ATest::testWith with data set "a/b \\ (c)"`,
  String.raw`tests/B/BTest.php::Shop\BTest::testTwo`,
  String.raw`tests/B/BTest.php::Shop\Other::testThree`,
] as const;
const request = (tests: readonly string[], changes: Partial<RunRequest> = {}): RunRequest => ({
  tests: tests.map(testId),
  suite: suite.map(testId),
  repeat: 1,
  conditions: {},
  seed: 1,
  ...changes,
});

describe('detection of PHPUnit', () => {
  const composer = (...names: readonly string[]) =>
    JSON.stringify({ 'require-dev': Object.fromEntries(names.map((name) => [name, '*'])) });

  test.each([
    [{ 'phpunit.xml': '' }, '.', 'configured'],
    [{ 'phpunit.xml.dist': '' }, '.', 'configured'],
    [{ 'api/phpunit.dist.xml': '', 'api/composer.json': composer('phpunit/phpunit') }, 'api', 'configured'],
    [{ 'api/composer.json': composer('phpunit/phpunit') }, 'api', 'likely'],
  ])('%j makes it start in %s, and %s', (files, folder, strength) => {
    const all = { ...(files as Record<string, string>), 'api/tests/ATest.php': '<?php' };
    expect(phpunit.detect(projectOf(all))).toMatchObject({ folder, strength });
  });

  test.each([
    ['a library that is not tested', { 'composer.json': composer('phpunit/phpunit') }],
    ['tests without a sign', { 'tests/ATest.php': '<?php' }],
    ['tests of Pest', { 'phpunit.xml': '', 'composer.json': composer('pestphp/pest'), 'tests/ATest.php': '' }],
    ['what lies in fixtures', { 'tests/fixtures/phpunit.xml': '', 'tests/fixtures/ATest.php': '' }],
  ])('%s is no sign', (_what, files) => {
    expect(phpunit.detect(projectOf(files as unknown as Record<string, string>))).toBeNull();
  });

  test('each package of a repository is a suite of its own', () => {
    const files = { 'a/phpunit.xml': '', 'b/phpunit.xml': '', 'b/deep/phpunit.xml': '' };
    const found = phpunit.detect(projectOf(files));
    expect([found?.folder, found?.alsoIn?.map(({ folder }) => folder)]).toEqual(['a', ['b']]);
  });
});

describe('the commands of PHPUnit', () => {
  const FIXED = ['--order-by=default', '--do-not-cache-result', '--no-coverage', '--no-logging', '--testsuite=unit'];
  const plain = (asked: RunRequest) => phpunit.plain(asked, context)?.argv;

  test('our driver is started with PHP, around the PHPUnit that was found', () => {
    const argv = ['php', '/probes/phpunit/run.php', ...program, '--testsuite=unit'];
    expect(phpunit.list(context).argv).toEqual(argv);
    const { env, ...rest } = phpunit.command(request([suite[0]], { conditions: { tz: 'Asia/Kathmandu' } }), context);
    expect([rest.argv, env.UNFLAKE_PHP_TIME_ZONE]).toEqual([argv, 'Asia/Kathmandu']);
  });

  test.each([
    [[suite[0]], String.raw`/^Shop\\ATest::testOne$/u`, ['tests/ATest.php']],
    [[suite[2]], String.raw`/^Shop\\ATest::testWith with data set "a\/b \\ \(c\)"$/u`, ['tests/ATest.php']],
    [[suite[0], suite[3]], String.raw`/^(?:Shop\\ATest::testOne|Shop\\BTest::testTwo)$/u`, []],
    [[suite[4]], String.raw`/^Shop\\Other::testThree$/u`, []],
  ])('the plain command for %j names it by %s, in the file that is called like its class', (tests, filter, files) => {
    expect(plain(request(tests))).toEqual([...program, ...FIXED, '--filter', filter, ...files]);
  });

  test('the whole suite needs no filter, and a zone is a setting of PHP', () => {
    expect(plain(request(suite))).toEqual([...program, ...FIXED]);
    const zoned = plain(request(suite, { conditions: { tz: 'UTC' } }));
    expect(zoned).toEqual(['php', '-d', 'date.timezone=UTC', ...program, ...FIXED]);
  });

  test.each([
    ['another order', request([suite[1], suite[0]])],
    ['repetitions', request([suite[0]], { repeat: 2 })],
    ['a seed, which only our driver sets', request([suite[0]], { conditions: { rngSeed: '3' } })],
    ['one of two equal names', request([suite[0]], { suite: [suite[0], `${suite[0]}\\#2`].map(testId) })],
    ['the second of two equal names', request([`${suite[0]}\\#2`])],
    ['a data set with a line break', request([String.raw`tests/ATest.php::ATest::testA with data set "a\nb"`])],
  ])('there is no plain command for %s', (_what, asked) => {
    expect(phpunit.plain(asked, context)).toBeNull();
  });

  test('a namespace that begins with n is not a line break', () => {
    expect(plain(request([String.raw`tests/ATest.php::Shop\nested\ATest::testA`]))).not.toBeUndefined();
  });
});

describe('the result of a plain run of PHPUnit', () => {
  const start = 'PHPUnit 9.6.7 by Sebastian Bergmann and contributors.\n\n';
  const counts = (text: string, word = 'FAILURES!') => `${start}${word}\nTests: 2, Assertions: 2, ${text}.\n`;
  const one = String.raw`1) Shop\ATest::testOne`;
  const with0 = String.raw`1) Shop\ATest::testWith with data set #0 (1, 'x')`;
  const run = (stdout: string, code: number, signal: string | null = null) => ({
    ...{ stdout, stderr: '', code, signal, timedOut: false, files: {}, ms: 1 },
  });

  test.each([
    [`${start}\u001b[30;42mOK (2 tests, 2 assertions)\u001b[0m\n`, 0, 'passed'],
    [`${start}OK (1 test, 1 assertion)\n`, 0, 'missing'],
    [`${start}No tests executed!\n`, 0, 'missing'],
    [`${start}Usage:\n  phpunit [options] <directory|file> ...\n`, 1, 'missing'],
    [counts('Skipped: 1', 'OK, but incomplete, skipped, or risky tests!'), 0, 'passed'],
    [counts('Skipped: 2', 'OK, but some tests were skipped!'), 0, 'skipped'],
    [counts('Risky: 2', 'OK, but incomplete, skipped, or risky tests!'), 0, 'passed'],
    [counts('Failures: 1'), 1, 'failed'],
    [counts('Errors: 1', 'ERRORS!'), 2, 'errored'],
    [start, 0, 'crashed'],
    ['', 127, 'errored'],
  ])('%j with status %i is %s', (stdout, code, expected) => {
    expect(phpunit.parsePlain(run(stdout, code), request(suite.slice(0, 2)))).toBe(expected);
  });

  test.each([
    [`There was 1 failure:\n\n${one}\nFailed asserting …\n\n${counts('Failures: 1')}`, 'passed'],
    [`There was 1 failure:\n\n${with0}\nFailed asserting …\n\n${counts('Failures: 1')}`, 'failed'],
    [`There was 1 error:\n\n${with0}\nLogicException: …\n\n${counts('Errors: 1')}`, 'errored'],
    [`There was 1 failure:\n\n${one}\n\n${counts('Failures: 1, Skipped: 1')}`, 'missing'],
    [`There was 1 risky test:\n\n${with0}\n\n${counts('Failures: 1')}`, 'failed'],
  ])('next to a test that fails, the target has its own outcome: %j is %s', (stdout, expected) => {
    const asked = request(suite.slice(0, 2), { target: testId(suite[1]) });
    expect(phpunit.parsePlain(run(stdout, 1), asked)).toBe(expected);
  });
});
