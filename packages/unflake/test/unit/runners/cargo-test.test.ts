/** cargo test on strings: detection, commands and the output of its harness. */
import { describe, expect, test } from 'vitest';
import type { RawRun } from '../../../src/contract/command.ts';
import type { RunnerContext, RunRequest } from '../../../src/contract/runner.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { panicText } from '../../../src/runners/cargo-test/panic-text.ts';
import { cargoTest } from '../../../src/runners/cargo-test.ts';

const CONTEXT: RunnerContext = {
  root: '/subject',
  probes: '/probes',
  folder: '/trial',
  cache: '/cache',
  node: '/bin/node',
  program: ['/bin/cargo'],
  settings: { args: [], files: [], command: [], report: { format: 'exit', path: null } },
};
const request = (tests: readonly string[], changes: Partial<RunRequest> = {}): RunRequest => ({
  tests: tests.map(testId),
  suite: ['src/lib.rs::a', 'src/lib.rs::b', 'tests/cart.rs::a', 'crates/x/tests/y.rs::a'].map(testId),
  repeat: 1,
  conditions: {},
  seed: 1,
  ...changes,
});
const ended = (changes: Partial<RawRun>): RawRun => ({
  code: 0,
  signal: null,
  timedOut: false,
  stdout: '',
  stderr: '',
  files: {},
  ms: 1,
  ...changes,
});
const STREAM = '/trial/stream.jsonl';
const read = (tests: readonly string[], lines: readonly object[], changes: Partial<RawRun> = {}) =>
  cargoTest.parse(
    ended({ files: { [STREAM]: lines.map((line) => `${spaced(line)}\n`).join('') }, ...changes }),
    request(tests),
    CONTEXT,
  );
/** As the harness writes its lines: spaces behind the braces. */
const spaced = (line: object) =>
  'type' in line ? JSON.stringify(line).replace('{"type":', '{ "type": ') : JSON.stringify(line);

describe('cargo test is found', () => {
  const detect = (files: Readonly<Record<string, string>>) =>
    cargoTest.detect({ root: '/', files: Object.keys(files).sort(), text: (file) => files[file] });

  test('by a manifest and a test, also one of another attribute', () => {
    expect(detect({ 'Cargo.toml': '', 'src/lib.rs': '#[test] fn a() {}' })).toEqual({
      folder: '.',
      because: ['Cargo.toml', '#[test] in src/lib.rs'],
      strength: 'configured',
    });
    expect(detect({ 'native/Cargo.toml': '', 'native/src/lib.rs': '#[tokio::test]' })?.folder).toBe('native');
  });

  test('not without tests, nor without a manifest', () => {
    expect(detect({ 'Cargo.toml': '', 'src/lib.rs': 'fn a() {}' })).toBeNull();
    expect(detect({ 'src/lib.rs': '#[test] fn a() {}' })).toBeNull();
  });
});

describe('the command that a person would type', () => {
  const argv = (tests: readonly string[], changes?: Partial<RunRequest>) =>
    cargoTest.plain(request(tests, changes), CONTEXT)?.argv.slice(2).join(' ') ?? null;

  test('names the target by its file', () => {
    expect(argv(['src/lib.rs::a', 'src/lib.rs::b'])).toBe('--lib -- --exact a b --test-threads=1');
    expect(argv(['crates/x/tests/y.rs::a'])).toBe(
      '--manifest-path crates/x/Cargo.toml --test y -- --exact a --test-threads=1',
    );
  });

  test('does not exist for two targets, another order, repetitions, or a target whose name does not follow from the file', () => {
    expect(argv(['src/lib.rs::a', 'tests/cart.rs::a'])).toBeNull();
    expect(argv(['src/lib.rs::b', 'src/lib.rs::a'])).toBeNull();
    expect(argv(['src/lib.rs::a'], { repeat: 2 })).toBeNull();
    expect(argv(['src/main.rs::a'])).toBeNull();
  });

  test.each([
    ['running 1 test\ntest a ... ok\n\ntest result: ok. 1 passed\n', 0, 'passed'],
    ['running 1 test\ntest a - should panic ... FAILED\n\ntest result: FAILED.\n', 101, 'failed'],
    ['running 1 test\ntest a ... ignored, not today\n\ntest result: ok. 0 passed\n', 0, 'skipped'],
    ['running 0 tests\n\ntest result: ok. 0 passed\n', 0, 'missing'],
    ['', 101, 'missing'],
    ['running 1 test\n', 0, 'crashed'],
  ])('is read by the tests that ended: %j', (stdout, code, outcome) => {
    expect(cargoTest.parsePlain(ended({ stdout, code }), request(['src/lib.rs::a']))).toBe(outcome);
  });

  test.each([
    ['running 2 tests\ntest a ... FAILED\ntest b ... ok\n\ntest result: FAILED.\n', 'passed'],
    ['running 2 tests\ntest a ... ok\ntest b ... FAILED\n\ntest result: FAILED.\n', 'failed'],
    ['running 2 tests\ntest a ... FAILED\ntest b ... ignored\n\ntest result: FAILED.\n', 'missing'],
    ['running 2 tests\ntest a ... FAILED\ntest b ... ', 'crashed'],
  ])('next to a test that fails, the target has its own outcome: %j', (stdout, outcome) => {
    const asked = { ...request(['src/lib.rs::a', 'src/lib.rs::b']), target: testId('src/lib.rs::b') };
    expect(cargoTest.parsePlain(ended({ stdout, code: 101 }), asked)).toBe(outcome);
  });
});

describe('the lines of the harness', () => {
  const begun = { type: 'test', event: 'started', name: 'a' };
  const closing = { type: 'suite', event: 'ok' };

  test('a program that exits with status 0 and without its closing line was ended by the running test', () => {
    const { observations, problems } = read(['src/lib.rs::a'], [begun]);
    expect(observations).toMatchObject([{ test: 'src/lib.rs::a', outcome: 'crashed' }]);
    expect(problems).toEqual([expect.stringContaining('the stream is incomplete')]);
  });

  test('a test is known by the target whose line came before', () => {
    const passed = { type: 'test', name: 'a', event: 'ok', exec_time: 0.002 };
    const both = ['src/lib.rs', 'tests/cart.rs'].flatMap((file) => [{ ev: 'target', file }, begun, passed, closing]);
    const { observations, problems } = read(['src/lib.rs::a', 'tests/cart.rs::a'], both);
    expect(observations.map(({ test: id, ms }) => [id, ms])).toEqual([
      ['src/lib.rs::a', 2],
      ['tests/cart.rs::a', 2],
    ]);
    expect(problems).toEqual([]);
  });

  test('a warning about a slow test does not end it', () => {
    const slow = { type: 'test', event: 'timeout', name: 'a' };
    expect(read(['src/lib.rs::a'], [begun, slow], { timedOut: true }).observations).toMatchObject([
      { outcome: 'timed-out' },
    ]);
  });

  test('tests that ran in parallel when the program ended are all named, and the doubt is reported', () => {
    const { observations, problems } = read(['src/lib.rs::a', 'src/lib.rs::b'], [begun, { ...begun, name: 'b' }]);
    expect(observations.map(({ outcome }) => outcome)).toEqual(['crashed', 'crashed']);
    expect(problems.join('\n')).toContain('in parallel');
  });
});

test('everything is built outside the project', () => {
  expect(cargoTest.list(CONTEXT).env.CARGO_TARGET_DIR).toBe('/cache/cargo-target');
  const { cache: _, ...alone } = CONTEXT;
  expect(cargoTest.list(alone).env.CARGO_TARGET_DIR).toBe('/trial/cargo-target');
});

test('a whole target is run without names, so that a large one fits into a command line', () => {
  const words = (tests: readonly string[]) => cargoTest.command(request(tests), CONTEXT).files['selection.json'];
  expect(words(['src/lib.rs::a', 'src/lib.rs::b'])).not.toContain('--exact');
  expect(words(['src/lib.rs::a'])).toContain('"--exact","a"');
});

test('a panic is reported by its message and its location, in the format of old and new compilers', () => {
  const place = '    at src/lib.rs:5:9';
  expect(panicText("\nthread 'a' (77) panicked at src/lib.rs:5:9:\nno\nnote: run with `RUST_BACKTRACE=1`\n")).toEqual({
    type: 'panic',
    message: 'no',
    stack: place,
  });
  expect(panicText("thread 'a' panicked at 'no', src/lib.rs:5:9\nnote: run with x\n")).toEqual({
    type: 'panic',
    message: 'no',
    stack: place,
  });
});
