/** Reports of real runners go in, and the history says what they mean. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { TestClock } from '@unflake/testkit/clock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { historyText } from '../../src/cli/printers/history-text.ts';
import { historyTool } from '../../src/tools/history.ts';
import { ingestTool } from '../../src/tools/ingest.ts';
import { callTool } from '../../src/tools/lib/envelope.ts';
import type { HistoryResultPage, IngestResult } from '../../src/tools/lib/history/results.ts';
import type { AnyTool } from '../../src/tools/lib/tool.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'unflake-ingest-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const put = (name: string, text: string): void => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
};

async function call(tool: AnyTool, input: object, env: Readonly<Record<string, string>> = {}) {
  const envelope = await callTool(
    tool,
    { store: join(root, 'state/store.db'), ...input },
    {
      emit: () => {},
      signal: new AbortController().signal,
      clock: new TestClock(Date.UTC(2026, 2, 10)),
      env,
      cwd: root,
      entropy: () => 1,
    },
  );
  if (envelope.ok) expect(tool.output.safeParse(envelope.result).error?.issues ?? []).toEqual([]);
  return envelope;
}

async function ingest(input: object, env?: Readonly<Record<string, string>>): Promise<IngestResult> {
  const envelope = await call(ingestTool, input, env);
  if (!envelope.ok) throw new Error(envelope.error.message);
  return envelope.result as IngestResult;
}

async function history(input: object = {}): Promise<HistoryResultPage> {
  const envelope = await call(historyTool, input);
  if (!envelope.ok) throw new Error(envelope.error.message);
  return envelope.result as HistoryResultPage;
}

const junit = (file: string, ...cases: readonly (readonly [name: string, inside?: string])[]) =>
  `<testsuites><testsuite name="${file}">${cases.map(([name, inside = '']) => `<testcase classname="${file}" name="${name}" time="0.01">${inside}</testcase>`).join('')}</testsuite></testsuites>`;
const FAILS = '<failure message="boom"/>';

test('JUnit XML and TAP of node --test name the same tests', async () => {
  put(
    'cart.test.js',
    `const { describe, test } = require('node:test');
describe('cart', () => { test('sums', () => {}); test('fails', () => { throw new Error('boom'); }); });\n`,
  );
  // It is a test runner of its own, and must not think that it is a child of another one.
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
  for (const [format, file] of [
    ['junit', 'node.xml'],
    ['tap', 'node.tap'],
  ]) {
    const run = spawnSync(process.execPath, ['--test', `--test-reporter=${format}`, 'cart.test.js'], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    put(file!, run.stdout);
  }
  expect(await ingest({ files: ['node.xml'], commit: 'c1' })).toMatchObject({ files: 1, broken: [] });
  const first = await history();
  expect(await ingest({ files: ['node.tap'], commit: 'c2' })).toMatchObject({ files: 1, broken: [] });
  const second = await history();
  const names = (page: HistoryResultPage) => page.tests.map(({ test: id }) => id).toSorted();
  expect(names(first).filter((id) => id.includes('sums'))).toHaveLength(1);
  expect(names(second)).toEqual(names(first));
});

test('packages of one repository keep their tests apart, in JUnit XML and in TAP, whichever came first', async () => {
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
  const reports: string[] = [];
  for (const name of ['cart', 'mail']) {
    put(`packages/${name}/package.json`, '{}');
    put(`packages/${name}/test/sums.test.js`, "require('node:test')('sums', () => {});\n");
    for (const [format, file] of [
      ['tap', 'out.tap'],
      ['junit', 'out.xml'],
    ]) {
      const cwd = join(root, 'packages', name);
      const args = ['--test', `--test-reporter=${format}`, 'test/sums.test.js'];
      const { stdout, status } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
      expect(status).toBe(0);
      put(`packages/${name}/${file}`, stdout);
    }
    // As other runners write it: relative to the package.
    put(`packages/${name}/reports/jest.xml`, junit('test/sums.test.js', ['sums']));
    reports.push(...['out.tap', 'out.xml', 'reports/jest.xml'].map((file) => `packages/${name}/${file}`));
  }
  for (const [at, files] of [reports, reports.toReversed()].entries()) {
    await ingest({ files, commit: `c${at}` });
    const { tests } = await history();
    expect(tests.map(({ test: id, runs }) => [id, runs])).toEqual([
      ['packages/cart/test/sums.test.js > sums', 3 * (at + 1)],
      ['packages/mail/test/sums.test.js > sums', 3 * (at + 1)],
    ]);
  }
});

test('the context of a CI job comes from its variables, and flags come before them', async () => {
  put('r.xml', junit('a.test.ts', ['x']));
  const env = {
    GITHUB_ACTIONS: 'true',
    GITHUB_SHA: 'abc',
    GITHUB_REF_NAME: 'main',
    GITHUB_RUN_ID: '91',
    GITHUB_JOB: 'unit',
  };
  const { runs } = await ingest({ files: ['r.xml'], job: 'slow' }, env);
  expect(runs).toMatchObject([{ commit: 'abc', branch: 'main', run: '91', job: 'slow', attempt: 1, results: 1 }]);
});

test('a broken report is a fault with its place, and the others are counted, once', async () => {
  put('good.xml', junit('a.test.ts', ['x'], ['y', FAILS]));
  put('cut.xml', junit('b.test.ts', ['z']).slice(0, 90));
  const files = ['good.xml', 'cut.xml', 'none.xml'];
  expect(await call(ingestTool, { files, commit: 'c1' })).toMatchObject({
    ok: false,
    error: {
      code: 'BAD_REPORT',
      message: expect.stringMatching(/cut\.xml:1:\d+: unclosed tag/),
      details: { broken: [{ file: 'cut.xml' }, { file: 'none.xml' }], result: { results: 2, files: 1 } },
    },
  });
  put('cut.xml', junit('b.test.ts', ['z']));
  put('none.xml', junit('b.test.ts', ['w']));
  expect(await ingest({ files, commit: 'c1' })).toMatchObject({ known: 1, files: 2, results: 2 });
  expect((await history()).tests.map(({ test: id, runs }) => [id, runs])).toEqual([
    // Of a test that only failed no run is one that its commit did not break.
    ['a.test.ts > y', 0],
    ['a.test.ts > x', 1],
    ['b.test.ts > z', 1],
    ['b.test.ts > w', 1],
  ]);
});

test('many runs go in at once, a flaky test comes first, and an outage says nothing about its tests', async () => {
  const lines = Array.from({ length: 40 }, (_, commit) => {
    const outage = commit === 20;
    const others = Array.from({ length: 12 }, (_unused, at) => [`other ${at}`, outage ? FAILS : ''] as const);
    const flaky = commit % 8 === 3 ? '<flakyFailure message="late"/>' : outage ? FAILS : '';
    put(`${commit}.xml`, junit('a.test.ts', ['flaky', flaky], ...others));
    const at = new Date(Date.UTC(2026, 2, 1, commit)).toISOString();
    return JSON.stringify({ files: [`${commit}.xml`], commit: `c${commit}`, branch: 'main', run: `${commit}`, at });
  });
  put('runs.jsonl', lines.join('\n'));
  expect(await ingest({ runs: 'runs.jsonl' })).toMatchObject({ runCount: 40, files: 40, results: 40 * 13 + 5 });
  const page = await history();
  expect(page.incidents).toMatchObject([{ commit: 'c20', incident: '13 of 13 results failed' }]);
  expect(page.tests[0]).toMatchObject({
    test: 'a.test.ts > flaky',
    status: 'flaky',
    failures: 5,
    evidence: { 'same-commit': 5 },
  });
  expect(page.tests.slice(1).every(({ status, failures }) => status === 'healthy' && failures === 0)).toBe(true);
  const { test: one } = await history({ test: 'flaky' });
  expect(one).toMatchObject({ fingerprints: [{ count: 5, message: 'late' }], began: { by: 'c3' } });
  expect(one!.timeline).toHaveLength(45);
});

test('the trend is printed for people: failures by day, and tests by status', async () => {
  put('r.xml', junit('a.test.ts', ['adds'], ['fails', FAILS]));
  await ingest({ files: ['r.xml'], commit: 'c1', at: '2026-03-01T00:00:00Z' });
  put('r.xml', junit('a.test.ts', ['fails']));
  await ingest({ files: ['r.xml'], commit: 'c1', attempt: 2, at: '2026-03-01T01:00:00Z' });
  const text = historyText(await history({ trend: true }), { columns: 100, color: 'off' });
  expect(text).toContain('1 failure on unchanged code in 30 days');
  expect(text).toMatch(/\d healthy, \d flaky, 0 broken, 0 fixed, 0 quarantined/);
});

test('a test whose file moved keeps its history where the sources are, and so does one whose title changed', async () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: root, encoding: 'utf8' }).trim();
  const body = (title: string) =>
    `test('${title}', () => {\n  const cart = open();\n  cart.add('tea', 3);\n  expect(cart.total()).toBe(30);\n});\n`;
  git('init', '-q', '-b', 'main');
  put('a.test.ts', body('totals'));
  put('b.test.ts', "test('stays', () => {});\n");
  git('add', '.');
  git('commit', '-qm', 'one');
  put('r.xml', junit('a.test.ts', ['totals', FAILS]));
  await ingest({ files: ['r.xml'], run: '1', at: '2026-03-01T00:00:00Z' });
  renameSync(join(root, 'a.test.ts'), join(root, 'moved.test.ts'));
  git('add', '-A');
  git('commit', '-qm', 'two');
  put('r.xml', junit('moved.test.ts', ['totals']));
  expect(await ingest({ files: ['r.xml'], run: '2', at: '2026-03-02T00:00:00Z' })).toMatchObject({
    renamed: [{ from: 'a.test.ts > totals', to: 'moved.test.ts > totals', why: 'moved' }],
  });
  const { test: one } = await history({ test: 'a.test.ts > totals' });
  expect(one).toMatchObject({
    test: 'moved.test.ts > totals',
    formerNames: ['a.test.ts > totals'],
    runs: 2,
    failures: 1,
  });
  rmSync(join(root, 'moved.test.ts'));
  put('sums.test.ts', body('sums up'));
  git('add', '-A');
  git('commit', '-qm', 'three');
  put('r.xml', junit('sums.test.ts', ['sums up']));
  expect(await ingest({ files: ['r.xml'], run: '3', at: '2026-03-03T00:00:00Z' })).toMatchObject({
    renamed: [{ from: 'moved.test.ts > totals', to: 'sums.test.ts > sums up', why: 'same-body' }],
  });
});
