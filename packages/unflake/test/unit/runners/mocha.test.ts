import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunnerContext, RunRequest } from '../../../src/contract/runner.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { mocha } from '../../../src/runners/mocha.ts';
import { projectOf } from './project-of.ts';

const settings = { args: ['--ui', 'tdd'], files: [], command: [], report: { format: 'exit', path: null } } as const;
const program = ['/node', '/p/node_modules/mocha/bin/mocha.js'] as const;
const context: RunnerContext = { root: '/p', probes: '/probes', folder: '/trial', program, settings };
const request = (tests: readonly string[], suite = tests, changes: Partial<RunRequest> = {}): RunRequest => ({
  tests: tests.map(testId),
  suite: suite.map(testId),
  repeat: 1,
  conditions: {},
  seed: 1,
  ...changes,
});

async function probe<Exports>(name: string): Promise<Exports> {
  return (await import(new URL(`../../../probes/mocha/${name}`, import.meta.url).href)) as Exports;
}

describe('detection of mocha', () => {
  test.each([
    ['.mocharc.yml', '', 'configured'],
    ['.mocharc.json', '{}', 'configured'],
    ['package.json', '{ "mocha": {} }', 'configured'],
    ['package.json', '{ "scripts": { "test": "mocha --recursive" } }', 'likely'],
    ['package.json', '{ "devDependencies": { "mocha": "^10.0.0" } }', 'possible'],
  ])('%s saying %j makes it %s', (file, text, strength) => {
    expect(mocha.detect(projectOf({ [file]: text }))).toMatchObject({ folder: '.', strength });
  });

  test('another runner, or a package with a similar name, is not a sign', () => {
    const json = '{ "scripts": { "test": "jest" }, "devDependencies": { "mocha-junit-reporter": "1.0.0" } }';
    expect(mocha.detect(projectOf({ 'package.json': json }))).toBeNull();
  });
});

describe('the commands of mocha', () => {
  test("start our driver with Node and the project's own script, never npx", () => {
    const { argv } = mocha.command(request(['a.js > x']), context);
    expect(argv.slice(0, 4)).toEqual(['/node', '/probes/mocha/drive.mjs', program[1], '--no-parallel']);
    expect(argv.slice(-3)).toEqual(['--', '--ui', 'tdd']);
  });

  test('workers are asked for by the condition of that name', () => {
    const { argv } = mocha.command(request(['a.js > x'], ['a.js > x'], { conditions: { workers: '3' } }), context);
    expect(argv.slice(3, 6)).toEqual(['--parallel', '--jobs', '3']);
  });

  test('the plain command names one file and exactly the titles', () => {
    const suite = ['a[1].js > s > x (1)', 'a[1].js > s > y'];
    expect(mocha.plain(request(suite.slice(0, 1), suite), context)?.argv.slice(-5)).toEqual([
      ...['--ui', 'tdd', '--grep', '^s x \\(1\\)$', 'a\\[1\\].js'],
    ]);
  });

  test('the plain command names files in the wanted order', () => {
    const suite = ['a.js > s > x', 'a.js > s > y', 'b.js > z', 'b.js > w'];
    expect(mocha.plain(request(['b.js > z', 'a.js > s > y'], suite), context)?.argv.slice(-4)).toEqual([
      ...['--grep', '^(z|s y)$', 'b.js', 'a.js'],
    ]);
  });

  test.each([
    ['another order', request(['a.js > y', 'a.js > x'], ['a.js > x', 'a.js > y'])],
    ['a file in two pieces', request(['a.js > x', 'b.js > x', 'a.js > y'])],
    ['a name that another of the files has', request(['a.js > x', 'b.js > y'], ['a.js > x', 'b.js > x', 'b.js > y'])],
    ['repetitions', request(['a.js > x'], ['a.js > x'], { repeat: 2 })],
    ['one of two equal names', request(['a.js > s > x'], ['a.js > s > x', 'a.js > s x', 'a.js > z'])],
  ])('there is no plain command for %s', (_what, asked) => {
    expect(mocha.plain(asked, context)).toBeNull();
  });
});

describe('the result of a plain run of mocha', () => {
  const verdict = (counts: Record<string, number>, more = '') => {
    const lines = Object.entries(counts).map(([name, count]) => `    "${name}": ${count},`);
    const stdout = ['noise', '{', '  "stats": {', ...lines, '  },', more, '}'].join('\n');
    const run = { stdout, stderr: '', code: 0, signal: null, timedOut: false, files: {}, ms: 1 };
    return mocha.parsePlain(run, request(['a', 'b']));
  };
  const hook = '      "title": "\\"before each\\" hook for \\"x\\"",';

  test.each([
    [{ passes: 2, pending: 0, failures: 0 }, '', 'passed'],
    [{ passes: 1, pending: 1, failures: 0 }, '', 'passed'],
    [{ passes: 0, pending: 2, failures: 0 }, '', 'skipped'],
    [{ passes: 1, pending: 0, failures: 1 }, '', 'failed'],
    [{ passes: 0, pending: 0, failures: 1 }, hook, 'errored'],
    [{ passes: 1, pending: 0, failures: 0 }, '', 'missing'],
    [{ passes: 0, pending: 0, failures: 0 }, '', 'missing'],
    [{ passes: 2, pending: 0, failures: 1 }, '', 'missing'],
    [{}, '', 'crashed'],
  ])('%j%s is %s', (counts, more, expected) => {
    expect(verdict(counts as Record<string, number>, more)).toBe(expected);
  });

  const told = (title: string, file = 'x.js') => ({ title, fullTitle: `shop ${title}`, file: `/p/${file}` });
  test.each([
    [[told('a')], [told('b')], 'passed'],
    [[told('b')], [told('a')], 'failed'],
    [[told('a')], [], 'missing'],
    [[told('b', 'y.js')], [told('a')], 'failed'],
    [[told('"before each" hook for "b"')], [told('a')], 'errored'],
  ])('next to a test that fails, the target has its own outcome: %j and %j are %s', (failures, passes, expected) => {
    const stats = { passes: passes.length, pending: 0, failures: failures.length, duration: 1 };
    const stdout = `noise {\n}\n${JSON.stringify({ stats, failures, passes }, null, 2)}\n`;
    const run = { stdout, stderr: '', code: 1, signal: null, timedOut: false, files: {}, ms: 1 };
    const tests = ['x.js > shop > a', 'x.js > shop > b'];
    expect(mocha.parsePlain(run, { ...request(tests), target: testId(tests[1]!) })).toBe(expected);
  });
});

describe("the arguments of a project's own script", () => {
  test('are found after variables and other programs', async () => {
    const { mochaScript } = await probe<{ mochaScript: (root: string) => unknown }>('package-script.mjs');
    const folder = await mkdtemp(join(tmpdir(), 'unflake-probe-'));
    try {
      expect(mochaScript(folder)).toEqual({ args: [], env: {} });
      const script = `tsc && NODE_ENV=test c8 node_modules/.bin/mocha -r "a b" 'test/**/*.js' && mocha-report`;
      await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { test: script } }));
      expect(mochaScript(folder)).toEqual({ args: ['-r', 'a b', 'test/**/*.js'], env: { NODE_ENV: 'test' } });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('are used without those that a trial sets itself', async () => {
    const { withoutOurs } = await probe<{ withoutOurs: (words: readonly string[]) => unknown }>('project-flags.mjs');
    const kept = ['--recursive', '-t', '5000', '--exit', 'test'];
    expect(withoutOurs(['-R', 'dot', '--reporter=min', ...kept, '-b', '--parallel', '-j', '4', '-w'])).toEqual(kept);
  });
});
