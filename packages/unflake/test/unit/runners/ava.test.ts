import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunnerContext, RunRequest } from '../../../src/contract/runner.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { ava } from '../../../src/runners/ava.ts';
import { projectOf } from './project-of.ts';

const settings = { args: ['--timeout=1m'], files: [], command: [], report: { format: 'exit', path: null } } as const;
const program = ['/node', '/p/node_modules/ava/entrypoints/cli.mjs'] as const;
const context: RunnerContext = { root: '/p', probes: '/probes', folder: '/trial', program, settings };
const request = (tests: readonly string[], suite = tests, changes: Partial<RunRequest> = {}): RunRequest => ({
  tests: tests.map(testId),
  suite: suite.map(testId),
  repeat: 1,
  conditions: {},
  seed: 1,
  ...changes,
});

describe('detection of AVA', () => {
  test.each([
    ['ava.config.js', 'export default {};', 'configured'],
    ['ava.config.cjs', '', 'configured'],
    ['ava.config.mjs', '', 'configured'],
    ['package.json', '{ "ava": {} }', 'configured'],
    ['package.json', '{ "scripts": { "test": "xo && c8 ava" } }', 'likely'],
    ['package.json', '{ "devDependencies": { "ava": "^6.0.0" } }', 'possible'],
  ])('%s saying %j makes it %s', (file, text, strength) => {
    expect(ava.detect(projectOf({ [file]: text }))).toMatchObject({ folder: '.', strength });
  });

  test('another runner, or a package with a similar name, is not a sign', () => {
    const json = '{ "scripts": { "test": "available" }, "devDependencies": { "avalon": "1.0.0" } }';
    expect(ava.detect(projectOf({ 'package.json': json, 'ava.config.json': '{}' }))).toBeNull();
  });
});

describe('the commands of AVA', () => {
  test("start our driver with Node and the project's own script, never npx", () => {
    const argv = ['/node', '/probes/ava/drive.mjs', program[1], '1', '--', '--timeout=1m'];
    expect(ava.command(request(['a.js > x']), context).argv).toEqual(argv);
    expect(ava.list(context).argv).toEqual(argv);
  });

  test('workers are asked for by the condition of that name', () => {
    const { argv } = ava.command(request(['a.js > x'], ['a.js > x'], { conditions: { workers: '3' } }), context);
    expect(argv.slice(3, 5)).toEqual(['3', '--']);
  });

  test('the plain command names one file and exactly the titles, or none for all of it', () => {
    const suite = ['a.js > x [1]', 'a.js > y', 'b.js > z'];
    const start = [...program, '--serial', '--no-fail-fast', '--tap', '--timeout=1m'];
    expect(ava.plain(request(suite.slice(0, 1), suite), context)?.argv).toEqual([...start, '--match=x [1]', 'a.js']);
    expect(ava.plain(request(suite.slice(0, 2), suite), context)?.argv).toEqual([...start, 'a.js']);
  });

  test.each([
    ['another order', request(['a.js > y', 'a.js > x'], ['a.js > x', 'a.js > y'])],
    ['several files, whose order is that of AVA', request(['a.js > x', 'b.js > x'])],
    ['repetitions', request(['a.js > x'], ['a.js > x'], { repeat: 2 })],
    ['a title that differs from another in its capitals', request(['a.js > x'], ['a.js > x', 'a.js > X', 'a.js > y'])],
    ['a title with a star', request(['a.js > x*'], ['a.js > x*', 'a.js > y'])],
    ['a title that says no', request(['a.js > !x'], ['a.js > !x', 'a.js > y'])],
    ['a file whose name is a pattern', request(['a[1].js > x'])],
  ])('there is no plain command for %s', (_what, asked) => {
    expect(ava.plain(asked, context)).toBeNull();
  });
});

describe('the result of a plain run of AVA', () => {
  const verdict = (points: readonly string[], changes: Partial<RunRequest> = {}, code = 0) => {
    const stdout = ['TAP version 13', 'ok 9 not a point', ...points, ''].join('\n');
    const run = { stdout, stderr: '', code, signal: null, timedOut: false, files: {}, ms: 1 };
    return ava.parsePlain(run, request(['a.js > a', 'a.js > b # c'], undefined, changes));
  };

  test.each([
    [['ok 1 - a', 'ok 2 - b # c', '1..2'], 0, 'passed'],
    [['ok 1 - a', 'ok 2 - b # c # SKIP', '1..2'], 0, 'passed'],
    [['ok 1 - a # SKIP', 'not ok 2 - b # c # TODO', '1..2'], 0, 'skipped'],
    [['ok 1 - a', 'not ok 2 - b # c', '1..2'], 1, 'failed'],
    [['not ok 1 - before hook', '# 2 tests remaining in a.js', '1..2'], 1, 'errored'],
    [['not ok 1 - beforeEach hook for a', 'ok 2 - b # c', '1..2'], 1, 'errored'],
    [['not ok 1 - Error: late', '1..2'], 1, 'crashed'],
    [['ok 1 - a', '# 1 test remaining in a.js', '1..2'], 1, 'crashed'],
    [['ok 1 - a'], 1, 'crashed'],
    [['ok 1 - a', 'ok 2 - b # c', '1..2'], 1, 'crashed'],
    [['1..0'], 1, 'missing'],
  ])('%j with status %i is %s', (points, code, expected) => {
    expect(verdict(points, {}, code)).toBe(expected);
  });

  test.each([
    [['not ok 1 - a', 'ok 2 - b # c', '1..2'], 'passed'],
    [['ok 1 - a', 'not ok 2 - b # c', '1..2'], 'failed'],
    [['not ok 1 - a', '1..2'], 'missing'],
    [['not ok 1 - a', 'not ok 2 - afterEach hook for b # c', '1..2'], 'errored'],
  ])('next to a test that fails, the target has its own outcome: %j is %s', (points, expected) => {
    expect(verdict(points, { target: testId('a.js > b # c') }, 1)).toBe(expected);
  });
});

describe("the words of a project's own script", () => {
  test.each([
    ["xo && NODE_OPTIONS='--import=tsx --no-warnings' ava", [], { NODE_OPTIONS: '--import=tsx --no-warnings' }],
    ['cross-env A="b c" c8 node_modules/.bin/ava "test/*.js" --serial; tsd', ['test/*.js', '--serial'], { A: 'b c' }],
    ['eslint --plugin=ava', [], {}],
  ])('%s gives AVA %j and %j', async (script, args, env) => {
    const { givenTo } = (await import(
      new URL('../../../probes/javascript/package-script.mjs', import.meta.url).href
    )) as { givenTo: (program: RegExp, root: string) => unknown };
    const folder = await mkdtemp(join(tmpdir(), 'unflake-probe-'));
    try {
      await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { test: script } }));
      expect(givenTo(/^(?:.*\/)?ava$/, folder)).toEqual({ args, env });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
