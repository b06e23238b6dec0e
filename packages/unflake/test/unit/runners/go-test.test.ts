/** go test on strings: detection, commands and output. */
import { describe, expect, test } from 'vitest';
import type { RawRun } from '../../../src/contract/command.ts';
import type { BuiltProgram, RunnerContext, RunRequest } from '../../../src/contract/runner.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { crashText } from '../../../src/runners/go-test/crash-text.ts';
import { failureBlocks } from '../../../src/runners/go-test/failure-blocks.ts';
import { parseGoId } from '../../../src/runners/go-test/go-id.ts';
import { goTest } from '../../../src/runners/go-test.ts';

const CONTEXT: RunnerContext = {
  root: '/subject',
  probes: '/probes',
  folder: '/trial',
  node: '/bin/node',
  program: ['/bin/go'],
  settings: { args: [], files: [], command: [], report: { format: 'exit', path: null } },
};
const withArgs = (...args: string[]): RunnerContext => ({ ...CONTEXT, settings: { ...CONTEXT.settings, args } });
const request = (tests: readonly string[], changes: Partial<RunRequest> = {}): RunRequest => ({
  tests: tests.map(testId),
  suite: ['a::TestOne', 'a::TestTwo', 'b::TestOne', 'b::TestTwo', 'b::TestTwo\\#2'].map(testId),
  repeat: 1,
  conditions: {},
  seed: 1,
  ...changes,
});
const PROGRAMS: readonly BuiltProgram[] = ['a', 'b'].map((file) => ({
  file,
  path: `/built/${file}.test`,
  cwd: `/subject/${file}`,
  env: {},
}));
const ended = (stdout: string, code: number): RawRun => ({
  code,
  signal: null,
  timedOut: false,
  stdout,
  stderr: '',
  files: {},
  ms: 1,
});

test('an id returns its folder, its name and which of two equal names it is', () => {
  expect(parseGoId('.::TestÜ')).toEqual({ folder: '.', name: 'TestÜ', occurrence: 1 });
  expect(parseGoId('a/b::TestTwo\\#2')).toEqual({ folder: 'a/b', name: 'TestTwo', occurrence: 2 });
});

describe('go test is found', () => {
  const detect = (...files: string[]) => goTest.detect({ root: '/', files: files.sort(), text: () => '' });

  test('by a module that has tests, in the folder of that module', () => {
    expect(detect('go.mod', 'cart/cart_test.go')).toEqual({
      folder: '.',
      because: ['go.mod', 'cart/cart_test.go'],
      strength: 'configured',
    });
    expect(detect('package.json', 'server/go.mod', 'server/api_test.go')?.folder).toBe('server');
  });

  test('not by a module without tests, nor by tests that Go itself ignores', () => {
    expect(detect('go.mod', 'main.go')).toBeNull();
    expect(detect('go.mod', 'testdata/a_test.go', 'vendor/x/b_test.go', '_old/c_test.go')).toBeNull();
    expect(detect('a_test.go')).toBeNull();
  });

  test('in the inner module when only that one has tests', () => {
    expect(detect('go.mod', 'main.go', 'tools/go.mod', 'tools/a_test.go')?.folder).toBe('tools');
  });
});

describe('the command that a person would type', () => {
  const argv = (tests: readonly string[], changes?: Partial<RunRequest>) =>
    goTest.plain(request(tests, changes), CONTEXT)?.argv.slice(2).join(' ') ?? null;

  test('anchors the names and says where they are', () => {
    expect(argv(['a::TestOne'])).toBe('-count=1 -v -parallel=1 -run=^TestOne$ ./a');
    expect(argv(['a::TestOne', 'a::TestTwo'], { repeat: 3 })).toBe(
      '-count=3 -v -parallel=1 -run=^(TestOne|TestTwo)$ ./a',
    );
  });

  test('does not exist where names would choose other tests, or the order is not that of the suite', () => {
    expect(argv(['a::TestOne', 'b::TestTwo'])).toBeNull();
    expect(argv(['b::TestTwo'])).toBeNull();
    expect(argv(['a::TestTwo', 'a::TestOne'])).toBeNull();
  });

  test.each([
    ['--- PASS: TestOne (0.00s)\nPASS\nok  \tx/a\t0.1s\n', 0, 'passed'],
    ['--- FAIL: TestOne (0.00s)\nFAIL\nFAIL\tx/a\t0.1s\n', 1, 'failed'],
    ['--- SKIP: TestOne (0.00s)\nPASS\nok  \tx/a\t0.1s\n', 0, 'skipped'],
    ['testing: warning: no tests to run\nPASS\nok  \tx/a\t0.1s [no tests to run]\n', 0, 'missing'],
    ['FAIL\tx/a [build failed]\n', 1, 'missing'],
    ['=== RUN   TestOne\nFAIL\tx/a\t0.1s\n', 1, 'crashed'],
    ['--- FAIL: TestOne (0.00s)\npanic: oh [recovered]\n', 1, 'crashed'],
    ['--- PASS: TestOne (0.00s)\nPASS\nFAIL\tx/a\t0.1s\n', 1, 'errored'],
  ])('is read by the tests that ended: %j', (stdout, code, outcome) => {
    expect(goTest.parsePlain(ended(stdout, code), request(['a::TestOne']))).toBe(outcome);
  });

  test.each([
    ['=== RUN   TestOne\n--- FAIL: TestOne (0.00s)\n=== RUN   TestTwo\n--- PASS: TestTwo (0.00s)\nFAIL\n', 'passed'],
    ['=== RUN   TestOne\n--- PASS: TestOne (0.00s)\n=== RUN   TestTwo\n--- FAIL: TestTwo (0.00s)\nFAIL\n', 'failed'],
    ['=== RUN   TestOne\n--- FAIL: TestOne (0.00s)\n=== RUN   TestTwo\n--- SKIP: TestTwo (0.00s)\nFAIL\n', 'missing'],
    ['=== RUN   TestOne\n--- FAIL: TestOne (0.00s)\npanic: oh\n', 'missing'],
    ['=== RUN   TestOne\nfatal error: oh\n', 'missing'],
    [
      '=== RUN   TestOne\n--- FAIL: TestOne (0.00s)\n=== RUN   TestTwo\n--- FAIL: TestTwo (0.00s)\npanic: oh\n',
      'crashed',
    ],
    ['=== RUN   TestOne\n--- FAIL: TestOne (0.00s)\n=== RUN   TestTwo\nFAIL\n', 'crashed'],
  ])('next to a test that fails, the target has its own outcome: %j', (stdout, outcome) => {
    const asked = { ...request(['a::TestOne', 'a::TestTwo']), target: testId('a::TestTwo') };
    expect(goTest.parsePlain(ended(stdout, 1), asked)).toBe(outcome);
  });
});

describe('a program that was built once', () => {
  test('is started directly for one package, and through the driver for several', () => {
    const one = goTest.compiled.command(request(['a::TestOne'], { repeat: 2 }), CONTEXT, PROGRAMS);
    expect(one).toMatchObject({ cwd: '/subject/a', argv: expect.arrayContaining(['/built/a.test', '-test.count=2']) });
    const two = goTest.compiled.command(request(['a::TestOne', 'b::TestOne']), CONTEXT, PROGRAMS);
    expect(two?.argv.slice(0, 2)).toEqual(['/bin/node', '/probes/go-test/drive.mjs']);
    expect(two?.files['programs.json']).toBe(JSON.stringify(PROGRAMS));
  });

  test('is not used with the detector of races, nor for a package that was not built', () => {
    const race = request(['a::TestOne'], { conditions: { detectors: 'on' } });
    expect(goTest.compiled.command(race, CONTEXT, PROGRAMS)).toBeNull();
    expect(goTest.command(race, CONTEXT).argv).toContain('--race');
    expect(goTest.compiled.command(request(['c::TestOne']), CONTEXT, PROGRAMS)).toBeNull();
  });

  test('takes over the flags of the test, and refuses those it does not know', () => {
    const flags = goTest.compiled.command(request(['a::TestOne']), withArgs('-tags', 'db', '-short'), PROGRAMS)?.argv;
    expect(flags).toContain('-test.short');
    expect(flags).not.toContain('db');
    expect(goTest.compiled.build(withArgs('-args', 'x'), '/built', testId('a::TestOne'))).toBeNull();
    expect(goTest.compiled.build(withArgs('-run', 'TestOne'), '/built', testId('a::TestOne'))).toBeNull();
  });
});

test('the block of a failed test holds its subtests without their durations, and nothing of the next test', () => {
  const output = [
    'printed without a line break--- FAIL: TestOne (0.01s)',
    '    --- FAIL: TestOne/inner (0.01s)',
    '        a_test.go:3: broke',
    'FAIL',
    '--- FAIL: TestTwo (0.00s)',
  ].join('\n');
  expect(failureBlocks(output)).toEqual([
    { name: 'TestOne', message: '--- FAIL: TestOne/inner\n    a_test.go:3: broke' },
    { name: 'TestTwo', message: '' },
  ]);
});

test('a crash is reported by its words and by the calls of the goroutine that met it', () => {
  const output = [
    'panic: boom [recovered, repanicked]',
    '',
    'goroutine 7 [running]:',
    'testing.tRunner.func1.2({0x1, 0x2})',
    '\t/go/src/testing/testing.go:1 +0x1',
    'x/a.helper(...)',
    '\t/subject/a/a_test.go:9',
    '',
    'goroutine 1 [chan receive]:',
    'x/a.other()',
    '\t/subject/a/a_test.go:1 +0x1',
  ].join('\n');
  expect(crashText(output)).toEqual({
    type: 'panic',
    message: 'boom',
    stack: '    at x/a.helper (/subject/a/a_test.go:9)',
  });
  expect(crashText('exit status 7')).toBeNull();
});
