/** nextest on strings: detection, commands, and its real output for the project of the runner contract. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { RawRun } from '../../../src/contract/command.ts';
import type { RunnerContext, RunRequest } from '../../../src/contract/runner.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { segmentsOf } from '../../../src/runners/nextest/segments.ts';
import { nextest } from '../../../src/runners/nextest.ts';

const CONTEXT: RunnerContext = {
  root: '/subject',
  probes: '/probes',
  folder: '/trial',
  cache: '/cache',
  node: '/bin/node',
  program: ['/bin/cargo'],
  settings: { args: ['--workspace'], files: [], command: [], report: { format: 'exit', path: null } },
};
const SUITE = ['src/lib.rs::a', 'src/lib.rs::b', 'tests/cart.rs::a', 'crates/x/tests/y.rs::a'];
const request = (tests: readonly string[], changes: Partial<RunRequest> = {}): RunRequest => ({
  tests: tests.map(testId),
  suite: SUITE.map(testId),
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
const recorded = (name: string) => readFileSync(new URL(`./nextest-recorded/${name}`, import.meta.url), 'utf8');
const read = (tests: readonly string[], text: string, changes: Partial<RawRun> = {}) =>
  nextest.parse(ended({ files: { [STREAM]: text }, ...changes }), request(tests), CONTEXT);
const lines = (...all: readonly object[]) => all.map((line) => `${JSON.stringify(line)}\n`).join('');

describe('nextest is found', () => {
  const detect = (files: Readonly<Record<string, string>>) => {
    const all: Readonly<Record<string, string>> = { 'Cargo.toml': '', 'src/lib.rs': '#[test] fn a() {}', ...files };
    return nextest.detect({ root: '/', files: Object.keys(all).sort(), text: (file) => all[file] });
  };

  test('by its configuration', () => {
    expect(detect({ '.config/nextest.toml': '' })).toEqual({
      folder: '.',
      because: ['.config/nextest.toml', 'Cargo.toml', '#[test] in src/lib.rs'],
      strength: 'configured',
    });
  });

  test.each([
    ['.github/workflows/ci.yml', '      - run: cargo +stable nextest run --all-features'],
    ['justfile', 'test:\n  cargo nextest r'],
    ['Makefile', 'test:\n\tcargo llvm-cov nextest run'],
  ])('by a file that starts it: %s', (file, text) => {
    expect(detect({ [file]: text })?.because[0]).toBe(`\`cargo nextest run\` in ${file}`);
  });

  test('not in a cargo project without such signs, nor by its name alone', () => {
    expect(detect({})).toBeNull();
    expect(
      detect({ '.github/workflows/ci.yml': '  - run: cargo install cargo-nextest\n  - run: cargo test' }),
    ).toBeNull();
    expect(detect({ Makefile: '# cargo nextest run is quicker\ntest:\n\tcargo test' })).toBeNull();
    expect(detect({ 'elsewhere/.config/nextest.toml': '' })).toBeNull();
  });
});

describe('a trial of nextest', () => {
  const selection = (tests: readonly string[], changes?: Partial<RunRequest>) =>
    JSON.parse(nextest.command(request(tests, changes), CONTEXT).files['selection.json']!);

  test('is run by our driver, with the flags of the project, into a folder of ours', () => {
    const { argv, env } = nextest.command(request(['src/lib.rs::a']), CONTEXT);
    expect(argv).toEqual(['/bin/node', '/probes/nextest/drive.mjs', '/bin/cargo', '--', '--workspace']);
    expect(env).toMatchObject({ CARGO_TARGET_DIR: '/cache/cargo-target', RUST_TEST_THREADS: null });
  });

  test('has one segment for each piece in nextest’s own order', () => {
    const [a, b, c, d] = SUITE;
    expect(segmentsOf(request([a!, c!, d!]))).toEqual([[a, c, d]]);
    expect(segmentsOf(request([d!, a!, b!, c!]))).toEqual([[d], [a, b, c]]);
    expect(segmentsOf(request([c!, b!, a!]))).toEqual([[c], [b], [a]]);
    expect(segmentsOf(request([b!, 'tests/new.rs::x', c!]))).toEqual([[b, 'tests/new.rs::x', c]]);
  });

  test('says how many tests each file has, and keeps no order in parallel', () => {
    expect(selection(['tests/cart.rs::a', 'src/lib.rs::a'])).toEqual({
      segments: [['tests/cart.rs::a'], ['src/lib.rs::a']],
      sizes: { 'src/lib.rs': 2, 'tests/cart.rs': 1, 'crates/x/tests/y.rs': 1 },
      workers: '1',
    });
    const beside = selection(['tests/cart.rs::a', 'src/lib.rs::a'], { conditions: { workers: '4' } });
    expect(beside).toMatchObject({ segments: [['tests/cart.rs::a', 'src/lib.rs::a']], workers: '4' });
  });
});

describe('what nextest 0.9.151 has written', () => {
  const asked = [
    'tests/order.rs::b_polluter',
    'src/lib.rs::tests::fails',
    'src/lib.rs::tests::passes',
    'src/lib.rs::tests::skipped',
    'tests/awkward.rs::ünïcode_試験',
    'tests/crash.rs::exits_with_seven',
    'tests/crash.rs::exits_with_zero',
    'tests/crash.rs::kills_itself',
    'tests/order.rs::a_victim',
    'tests/retried.rs::passes_at_the_second_try',
  ];
  const { observations, problems } = read(asked, recorded('stream.jsonl'), { code: 100 });

  test('is an outcome for each test, in the order of execution', () => {
    expect(observations.map(({ outcome, test: id }) => `${outcome} ${id}`)).toEqual([
      'passed tests/order.rs::b_polluter',
      'failed src/lib.rs::tests::fails',
      'skipped src/lib.rs::tests::skipped',
      'passed src/lib.rs::tests::passes',
      'passed tests/awkward.rs::ünïcode_試験',
      'crashed tests/crash.rs::exits_with_seven',
      'crashed tests/crash.rs::exits_with_zero',
      'crashed tests/crash.rs::kills_itself',
      'failed tests/order.rs::a_victim',
      'failed tests/retried.rs::passes_at_the_second_try',
    ]);
  });

  test('reports failures by their panic and crashes by how the process ended', () => {
    const messageOf = (name: string) => observations.find(({ test: id }) => id.endsWith(name))?.message;
    expect(messageOf('a_victim')).toMatch(/there is a sale[\s\S]*tests\/order\.rs:10/);
    expect(messageOf('exits_with_zero')).toContain('the process ended with exit code 0');
    expect(messageOf('kills_itself')).toContain('SIGKILL');
    expect(problems).toHaveLength(3);
  });

  test('leaves out what was not selected', () => {
    const only = read(['src/lib.rs::tests::passes'], recorded('stream.jsonl'));
    expect(only.observations.map(({ test: id }) => id)).toEqual(['src/lib.rs::tests::passes']);
  });

  test('names a test that does not exist', () => {
    const { problems: said } = read([...asked, 'src/lib.rs::gone'], recorded('stream.jsonl'));
    expect(said).toContain('missing: there is no test src/lib.rs::gone');
  });

  test('is incomplete where it was cut', () => {
    const text = recorded('stream.jsonl');
    const cut = read(asked, text.slice(0, text.indexOf('"shop::crash$kills_itself"') + 40), { timedOut: true });
    expect(cut.problems.join('\n')).toContain('the stream is incomplete');
    expect(cut.observations.at(-1)).toMatchObject({ test: 'tests/crash.rs::kills_itself', outcome: 'timed-out' });
  });
});

describe('lines of nextest', () => {
  const both = { ev: 'targets', files: { 'shop::shop': ['src/lib.rs', 'src/main.rs'] } };
  const told = (event: string, name: string, more = {}) => ({
    type: 'test',
    event,
    name: `shop::shop$${name}`,
    ...more,
  });

  test('a library and a program of one name are distinguished by their tests', () => {
    const text = lines(
      both,
      ...['a', 'b'].flatMap((name) => [told('started', name), told('ok', name)]),
      { ev: 'ran', code: 0 },
      { ev: 'done' },
    );
    const { observations, problems } = read(['src/lib.rs::a', 'src/main.rs::b'], text);
    expect(observations.map(({ test: id }) => id)).toEqual(['src/lib.rs::a', 'src/main.rs::b']);
    expect(problems).toEqual([]);
  });

  test('a time limit of the project is timed-out', () => {
    const late = told('failed', 'a', { exec_time: 2, reason: 'time limit exceeded' });
    const text = lines(both, told('started', 'a'), late, { ev: 'ran', code: 100 }, { ev: 'done' });
    expect(read(['src/lib.rs::a'], text).observations).toMatchObject([{ outcome: 'timed-out', ms: 2000 }]);
  });

  test('what nextest ends at the time limit is timed-out, and what panicked before is failed', () => {
    const panic = told('failed', 'a', { stdout: "thread 'a' panicked at src/lib.rs:1:1:\nno\n" });
    const text = lines(both, told('started', 'a'), panic, told('started', 'b'), told('failed', 'b', { stdout: '' }));
    const { observations } = read(['src/lib.rs::a', 'src/main.rs::b'], text, { timedOut: true });
    expect(observations.map(({ outcome }) => outcome)).toEqual(['failed', 'timed-out']);
  });

  test('a broken set-up script or build is a problem with nextest’s message, and no test is called missing', () => {
    const text = lines(both, { ev: 'ran', code: 105 }, { ev: 'done' });
    const { observations, problems } = read(['src/lib.rs::a'], text, { stderr: 'SETUP FAIL database' });
    expect(observations).toEqual([]);
    expect(problems).toEqual(['nextest did not run the tests: SETUP FAIL database']);
  });

  test('an ignored test that nextest does not report is skipped', () => {
    const text = lines(both, { ev: 'ran', code: 4 }, { ev: 'ignored', id: 'src/lib.rs::a' }, { ev: 'done' });
    const { observations, problems } = read(['src/lib.rs::a'], text, { code: 4 });
    expect(observations).toMatchObject([{ test: 'src/lib.rs::a', outcome: 'skipped' }]);
    expect(problems).toEqual([]);
  });
});

describe('the command that a person would type', () => {
  const argv = (tests: readonly string[], changes?: Partial<RunRequest>) =>
    nextest.plain(request(tests, changes), CONTEXT)?.argv.slice(1) ?? null;

  test('selects by kind and name of the target, without retries, one test after the other', () => {
    expect(argv(['src/lib.rs::a', 'tests/cart.rs::a'])).toEqual([
      ...['nextest', 'run', '--workspace', '--retries', '0', '--no-fail-fast', '--test-threads', '1', '-E'],
      'kind(lib) & test(=a) | kind(test) & binary(=cart) & test(=a)',
    ]);
    expect(argv(['crates/x/tests/y.rs::a'])).toContain('crates/x/Cargo.toml');
  });

  test('does not exist for two packages, another order, repetitions, or a target whose name does not follow from the file', () => {
    expect(argv(['src/lib.rs::a', 'crates/x/tests/y.rs::a'])).toBeNull();
    expect(argv(['tests/cart.rs::a', 'src/lib.rs::a'])).toBeNull();
    expect(argv(['src/lib.rs::a'], { repeat: 2 })).toBeNull();
    expect(argv(['src/main.rs::a'])).toBeNull();
  });

  describe('as nextest 0.9.151 has answered it', () => {
    const stderr = recorded('run.txt');
    const [fails, passes, kills] = [
      'src/lib.rs::tests::fails',
      'src/lib.rs::tests::passes',
      'tests/crash.rs::kills_itself',
    ];
    const judged = (target: string) =>
      nextest.parsePlain(ended({ stderr, code: 100 }), {
        ...request([fails!, passes!, kills!]),
        target: testId(target),
      });

    test('each test has its own outcome', () => {
      expect([fails, passes, kills].map((id) => judged(id!))).toEqual(['failed', 'passed', 'crashed']);
    });

    test('without a target any failure counts', () => {
      expect(nextest.parsePlain(ended({ stderr, code: 100 }), request([fails!, passes!, kills!]))).toBe('failed');
    });
  });

  test.each([
    ['        PASS [   0.003s] (1/1) shop a\n     Summary [   0.003s] 1 test run: 1 passed, 0 skipped\n', 0, 'passed'],
    ['        LEAK [   0.003s] (1/1) shop a\n     Summary [   0.003s] 1 test run: 1 passed, 0 skipped\n', 0, 'passed'],
    ['     TIMEOUT [   2.003s] (1/1) shop a\n     Summary [   2.003s] 1 test run: 1 timed out\n', 100, 'timed-out'],
    ['     Summary [   0.001s] 0 tests run: 0 passed, 3 skipped\nerror: no tests to run\n', 4, 'missing'],
    ['error: could not compile `shop`\n', 101, 'missing'],
  ])('is read by its lines: %j', (stderr, code, outcome) => {
    expect(nextest.parsePlain(ended({ stderr, code }), request(['src/lib.rs::a']))).toBe(outcome);
  });
});
