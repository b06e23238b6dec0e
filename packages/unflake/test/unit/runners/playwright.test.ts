/** Where Playwright Test is found, how it is started, the commands a person would type, and what they print. */
import { describe, expect, test } from 'vitest';
import type { RawRun } from '../../../src/contract/command.ts';
import type { RunnerContext, RunRequest } from '../../../src/contract/runner.ts';
import { testId } from '../../../src/contract/test-id.ts';
import { playwright } from '../../../src/runners/playwright.ts';
import { projectOf } from './project-of.ts';

const CONTEXT: RunnerContext = {
  root: '/subject',
  probes: '/probes',
  folder: '/trial',
  cache: '/cache',
  program: ['/bin/node', '/subject/node_modules/@playwright/test/cli.js'],
  settings: { args: ['--config=e2e.config.ts'], files: [], command: [], report: { format: 'exit', path: null } },
};

const SUITE = [
  'tests/cart.spec.ts > Cart > adds',
  'tests/cart.spec.ts > Cart > totals',
  'tests/cart.spec.ts > Big Cart > totals',
  'tests/promo.spec.ts > shows (1+1)?',
  'tests/promo.spec.ts > hides',
  'tests/promo.spec.tsx > shows',
];
const inProjects = ['chromium', 'firefox', 'a*'].flatMap((name) =>
  SUITE.map((id) => id.replace(' > ', ` > [${name}] > `)),
);

function request(tests: readonly string[], changes: Partial<RunRequest> = {}): RunRequest {
  return { tests: tests.map(testId), suite: SUITE.map(testId), repeat: 1, conditions: {}, seed: 1, ...changes };
}

describe('playwright is found', () => {
  const manifest = (fields: Readonly<Record<string, unknown>>) => ({ 'package.json': JSON.stringify(fields) });

  test.each([
    [{ 'playwright.config.mts': '' }, 'configured'],
    [manifest({ scripts: { e2e: 'npx playwright test --headed' } }), 'likely'],
    [manifest({ devDependencies: { '@playwright/test': '1' } }), 'possible'],
    [manifest({ scripts: { e2e: 'playwright install' } }), undefined],
    [manifest({ scripts: { e2e: 'playwright tests' }, devDependencies: { playwright: '1' } }), undefined],
    [{ 'playwright-ct.config.ts': '' }, undefined],
  ])('by %j: %s', (files, strength) => {
    expect(playwright.detect(projectOf(files as Record<string, string>))?.strength).toBe(strength);
  });
});

describe('a trial of playwright', () => {
  test('loads only the files of the selection, by their exact paths, and writes into its own folder', () => {
    const { argv, env } = playwright.command(request(['tests/promo.spec.ts > hides']), CONTEXT);
    expect(argv).toEqual([
      ...['/bin/node', '--require', '/probes/playwright/hook.cjs', '/subject/node_modules/@playwright/test/cli.js'],
      ...['test', '--config=e2e.config.ts', '--reporter=/probes/playwright/reporter.cjs'],
      ...['--workers=1', '--retries=0', '--repeat-each=1', '--max-failures=0', '--pass-with-no-tests'],
      ...['--output=/trial/output', String.raw`^/subject/tests/promo\.spec\.ts$`],
    ]);
    expect(env).toMatchObject({ PWTEST_CACHE_DIR: '/cache/playwright', UNFLAKE_WORKERS: '1' });
  });

  test('names no file for the whole suite', () => {
    expect(playwright.command(request(SUITE), CONTEXT).argv.at(-1)).toBe('--output=/trial/output');
  });

  test('has as many workers as its conditions say', () => {
    const { argv, env } = playwright.command(request(SUITE, { conditions: { workers: '3' } }), CONTEXT);
    expect(argv).toContain('--workers=3');
    expect(env).toMatchObject({ UNFLAKE_WORKERS: '3' });
  });
});

describe('the plain command of playwright', () => {
  const argvOf = (tests: readonly string[], changes?: Partial<RunRequest>, context = CONTEXT) =>
    playwright.plain(request(tests, changes), context)?.argv.slice(2) ?? null;

  test('names whole files without a pattern', () => {
    expect(argvOf(SUITE.slice(0, 3))).toEqual([
      ...['test', '--workers=1', '--retries=0', '--reporter=list', '--output=/trial/output', '--config=e2e.config.ts'],
      String.raw`tests/cart\.spec\.ts`,
    ]);
  });

  test('names no folder for results where it is only printed', () => {
    expect(argvOf(SUITE.slice(0, 3), {}, { ...CONTEXT, folder: '/subject' })).not.toContain('--output=/trial/output');
  });

  test('names tests by their titles, and a project where every id has one', () => {
    expect(argvOf([SUITE[0]!])?.slice(-3)).toEqual([
      '--grep',
      ' Cart adds( @\\S+)*$',
      String.raw`tests/cart\.spec\.ts`,
    ]);
    const one = argvOf([inProjects[6]!], { suite: inProjects.map(testId) });
    expect(one?.slice(-4, -1)).toEqual(['--project=firefox', '--grep', ' Cart adds( @\\S+)*$']);
  });

  test.each([
    ['another order', [SUITE[4]!, SUITE[0]!], {}],
    ['a repetition', [SUITE[0]!], { repeat: 2 }],
    ['a name that is the end of another', [SUITE[1]!], {}],
    ['several workers', [SUITE[0]!], { conditions: { workers: '2' } }],
    ['two projects', [inProjects[0]!, inProjects[6]!], { suite: inProjects.map(testId) }],
    ['a project whose name is a pattern', [inProjects[12]!], { suite: inProjects.map(testId) }],
  ])('there is none for %s', (_, tests, changes) => {
    expect(argvOf(tests, changes)).toBeNull();
  });

  const run = (stdout: string, changes: Partial<RawRun> = {}): RawRun => ({
    ...{ code: 0, signal: null, timedOut: false, stdout, stderr: '', files: {}, ms: 1 },
    ...changes,
  });
  const pair = [inProjects[0]!, inProjects[1]!];
  const judged = (text: string, changes: Partial<RawRun> = {}, target?: string) =>
    playwright.parsePlain(run(text, changes), {
      ...request(pair, { suite: inProjects.map(testId) }),
      ...(target === undefined ? {} : { target: testId(target) }),
    });
  const SET_UP = '  ✓  1 [setup] › auth.setup.ts:2:1 › signs in (8ms)\n';
  const line = (mark: string, title: string, project = 'chromium') =>
    `  ${mark}  2 [${project}] › cart.spec.ts:5:3 › Cart › ${title}\n`;

  test.each([
    ['passed', `${SET_UP}${line('✓', 'adds (6ms)')}${line('✓', 'totals @slow (1.5s)')}`, {}],
    ['failed', `${SET_UP}${line('✓', 'adds (6ms)')}${line('✘', 'totals (6ms)')}`, { code: 1 }],
    ['failed', `${line('✓', 'adds')}${line('✘', 'totals (6ms)')}${line('✓', 'totals (retry #1) (6ms)')}`, {}],
    ['missing', `${SET_UP}${line('✓', 'adds (6ms)')}`, {}],
    ['missing', `${line('✓', 'adds (6ms)', 'firefox')}${line('✓', 'totals (6ms)', 'firefox')}`, {}],
    ['missing', 'Error: No tests found\n', { code: 1 }],
    ['skipped', `${line('-', 'adds')}${line('-', 'totals')}`, {}],
    ['errored', 'SyntaxError: tests/cart.spec.ts: Unexpected token\n', { code: 1 }],
    ['timed-out', line('✓', 'adds (6ms)'), { timedOut: true, code: null }],
  ])('its output says %s', (expected, text, changes) => {
    expect(judged(text, changes)).toBe(expected);
  });

  test('its output is judged by the target alone', () => {
    const text = `${line('✘', 'adds (6ms)')}${line('✓', 'totals (6ms)')}`;
    expect(pair.map((id) => judged(text, { code: 1 }, id))).toEqual(['failed', 'passed']);
  });
});
