/** Forty situations of the gate, with real reports and real commands: which pass, and what is said of those that do not. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { TestClock } from '@unflake/testkit/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QuarantineEntry } from '../../src/experiment/quarantine/quarantine-entry.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { callTool } from '../../src/tools/lib/envelope.ts';
import type { QuarantineGateResult } from '../../src/tools/lib/quarantine/results.ts';
import { quarantineGateTool } from '../../src/tools/quarantine-gate.ts';
import { recordOf, resultOf, runOf } from '../contract/history.ts';

let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'unflake-gate-'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const TODAY = '2026-03-10';
const FLAKY = 'src/cart.test.ts > totals';

const entry = (change: Partial<QuarantineEntry> = {}): QuarantineEntry => ({
  test: FLAKY,
  reason: 'races the compactor',
  owner: 'storage',
  since: '2026-03-01',
  until: '2026-03-20',
  ...change,
});

/** A letter a test: `f` the flaky one fails, `p` it passes, `s` it is skipped, `P` and `F` another one. */
function junit(letters: string): string {
  const cases = [...letters].map((letter, at) => {
    const name = 'fps'.includes(letter) ? 'totals' : `other ${at}`;
    const inside = letter.toLowerCase() === 'f' ? '<failure message="boom"/>' : letter === 's' ? '<skipped/>' : '';
    return `<testcase classname="src/cart.test.ts" name="${name}">${inside}</testcase>`;
  });
  return `<testsuites><testsuite name="src/cart.test.ts">${cases.join('')}</testsuite></testsuites>`;
}

const cases = (inside: string, attributes = '') => `<testsuite ${attributes}>${inside}</testsuite>`;
const go = (...events: object[]) => `${events.map((event) => JSON.stringify(event)).join('\n')}\n`;
const GO_FAILS = (test: string) => ({ Action: 'fail', Package: 'shop/cart', Test: test });

interface Situation {
  readonly entries?: readonly QuarantineEntry[] | string;
  readonly files?: Readonly<Record<string, string>>;
  readonly reports?: readonly string[];
  /** Runs in the project's folder. */
  readonly script?: string;
  readonly given?: Readonly<Record<string, unknown>>;
  readonly config?: object;
  /** Tests that the history knows, and a rename in it. */
  readonly history?: readonly string[];
  readonly renamed?: { readonly from: string; readonly to: string };
}

const write = (file: string, text: string) =>
  `require('node:fs').writeFileSync(${JSON.stringify(file)}, ${JSON.stringify(text)});`;
const PASSES = 'passes';

/** What is found, and the only right answer: it passes, or what the answer names. */
const SITUATIONS: readonly (readonly [what: string, situation: Situation, answer: string])[] = [
  ['nothing fails', { files: { 'r.xml': junit('pPP') } }, PASSES],
  ['the quarantined test fails', { files: { 'r.xml': junit('fPP') } }, PASSES],
  ['another test fails', { files: { 'r.xml': junit('pPF') } }, 'failed: src/cart.test.ts > other 2'],
  ['both fail', { files: { 'r.xml': junit('fPF') } }, 'failed: src/cart.test.ts > other 2'],
  ['nothing is in quarantine and nothing fails', { entries: [], files: { 'r.xml': junit('PP') } }, PASSES],
  [
    'nothing is in quarantine and a test fails',
    { entries: [], files: { 'r.xml': junit('PF') } },
    'failed: src/cart.test.ts > other 1',
  ],
  [
    'the quarantine ended yesterday',
    { entries: [entry({ until: '2026-03-09' })], files: { 'r.xml': junit('fP') } },
    'ended on 2026-03-09',
  ],
  [
    'the quarantine ended and the test passes',
    { entries: [entry({ until: '2026-03-09' })], files: { 'r.xml': junit('pP') } },
    'ended on 2026-03-09',
  ],
  ['the quarantine ends today', { entries: [entry({ until: TODAY })], files: { 'r.xml': junit('fP') } }, PASSES],
  [
    'no test has the name of an entry',
    { entries: [entry(), entry({ test: 'src/gone.test.ts > x' })], files: { 'r.xml': junit('pP') } },
    'no test has this name',
  ],
  [
    'a shard, which need not have every test',
    {
      entries: [entry(), entry({ test: 'src/gone.test.ts > x' })],
      files: { 'r.xml': junit('pP') },
      given: { partial: true },
    },
    PASSES,
  ],
  [
    'a test that is not in the report and that the history knows',
    { history: [FLAKY], files: { 'r.xml': junit('PP') } },
    PASSES,
  ],
  [
    'more entries than the cap',
    {
      entries: Array.from({ length: 21 }, (_, at) =>
        entry({ test: `src/cart.test.ts > other ${at}`, owner: `o${at}` }),
      ),
      files: { 'r.xml': junit('P'.repeat(21)) },
    },
    '21 tests are in quarantine',
  ],
  [
    'a cap that the config file raises',
    {
      entries: Array.from({ length: 21 }, (_, at) =>
        entry({ test: `src/cart.test.ts > other ${at}`, owner: `o${at}` }),
      ),
      files: { 'r.xml': junit('P'.repeat(21)) },
      config: { quarantine: { total: 30 } },
    },
    PASSES,
  ],
  [
    'more entries of one owner than the cap',
    {
      entries: Array.from({ length: 6 }, (_, at) => entry({ test: `src/cart.test.ts > other ${at}` })),
      files: { 'r.xml': junit('PPPPPP') },
    },
    'storage has 6 tests',
  ],
  [
    'an entry that lasts too long',
    { entries: [entry({ until: '2026-06-01' })], files: { 'r.xml': junit('fP') } },
    '92 days are more than the 30',
  ],
  [
    'an entry without an owner',
    { entries: JSON.stringify({ entries: [{ ...entry(), owner: undefined }] }), files: { 'r.xml': junit('fP') } },
    'BAD_QUARANTINE',
  ],
  [
    'an entry with an empty reason',
    { entries: JSON.stringify({ entries: [entry({ reason: ' ' })] }), files: { 'r.xml': junit('fP') } },
    'BAD_QUARANTINE',
  ],
  [
    'an entry twice, after a merge',
    { entries: JSON.stringify({ entries: [entry(), entry({ owner: 'b' })] }), files: { 'r.xml': junit('fP') } },
    'BAD_QUARANTINE',
  ],
  [
    'marks of a merge conflict in the file',
    { entries: '<<<<<<< HEAD\n{"entries":[]}', files: { 'r.xml': junit('fP') } },
    'BAD_QUARANTINE',
  ],
  [
    'no quarantine file, and a test fails',
    { entries: '', files: { 'r.xml': junit('f') } },
    'failed: src/cart.test.ts > totals',
  ],
  ['a report that is cut off', { files: { 'r.xml': junit('fP').slice(0, -20) } }, 'broken or cut off'],
  ['a report that is empty', { files: { 'r.xml': '' } }, 'it is empty'],
  ['a report that is not there', { files: {} }, 'cannot be read (ENOENT)'],
  [
    'one of two reports is not there',
    { files: { 'r.xml': junit('fP') }, reports: ['r.xml', 'missing.xml'] },
    'cannot be read (ENOENT)',
  ],
  ['a report without a test', { entries: [], files: { 'r.xml': cases('') } }, 'the reports name no test'],
  [
    'a folder without a report',
    { entries: [], files: { 'reports/note.txt': 'x' }, reports: ['reports'] },
    'no report was given or found',
  ],
  [
    'fewer tests than expected',
    { files: { 'r.xml': junit('fP') }, given: { minTests: 100 } },
    'the reports have 2 tests',
  ],
  [
    'the set-up of a class fails, which is no test',
    {
      files: {
        'r.xml': cases(
          '<testcase classname="src/cart.test.ts" name="totals"/><testcase name="" classname="A"><error message="no database"/></testcase>',
        ),
      },
    },
    '(outside any test)',
  ],
  [
    'a suite that did not compile',
    {
      files: {
        'r.xml': `<testsuites>${junit('fP').replace(/<\/?testsuites>/g, '')}<testsuite name="b.test.ts" errors="1"/></testsuites>`,
      },
    },
    '(outside any test)',
  ],
  [
    'the quarantined test crashed its process',
    {
      entries: [entry({ test: 'shop/cart::TestSum' })],
      files: {
        'r.json': go(
          { Action: 'run', Package: 'shop/cart', Test: 'TestSum' },
          { Action: 'fail', Package: 'shop/cart' },
        ),
      },
      reports: ['r.json'],
    },
    'failed: shop/cart::TestSum',
  ],
  [
    'a Go test fails because of its quarantined subtest',
    {
      entries: [entry({ test: 'shop/cart::TestSum/empty' })],
      files: { 'r.json': go(GO_FAILS('TestSum/empty'), GO_FAILS('TestSum'), { Action: 'fail', Package: 'shop/cart' }) },
      reports: ['r.json'],
    },
    PASSES,
  ],
  [
    'a Go test fails because of another subtest too',
    {
      entries: [entry({ test: 'shop/cart::TestSum/empty' })],
      files: {
        'r.json': go(GO_FAILS('TestSum/empty'), GO_FAILS('TestSum/full'), GO_FAILS('TestSum'), {
          Action: 'fail',
          Package: 'shop/cart',
        }),
      },
      reports: ['r.json'],
    },
    'failed: shop/cart::TestSum',
  ],
  [
    'a parameter of a test that is listed without parameters',
    {
      entries: [entry({ test: 'tests/test_cart.py::test_sum' })],
      files: { 'r.xml': cases('<testcase classname="tests.test_cart" name="test_sum[3-b]"><failure/></testcase>') },
    },
    PASSES,
  ],
  [
    'another parameter than the one that is listed',
    {
      entries: [entry({ test: 'tests/test_cart.py::test_sum[1]' })],
      files: {
        'r.xml': cases(
          '<testcase classname="tests.test_cart" name="test_sum[1]"/><testcase classname="tests.test_cart" name="test_sum[2]"><failure/></testcase>',
        ),
      },
    },
    'failed: tests/test_cart.py::test_sum[2]',
  ],
  [
    'the same title in another file',
    {
      files: {
        'r.xml': cases(
          '<testcase classname="src/cart.test.ts" name="totals"/><testcase classname="src/tax.test.ts" name="totals"><failure/></testcase>',
        ),
      },
    },
    'failed: src/tax.test.ts > totals',
  ],
  [
    'a test that the history knows under a newer name',
    {
      renamed: { from: FLAKY, to: 'packages/core/cart.test.ts > totals' },
      files: { 'r.xml': cases('<testcase classname="packages/core/cart.test.ts" name="totals"><failure/></testcase>') },
    },
    PASSES,
  ],
  [
    'the quarantined test passed when it was run again',
    { files: { 'r.xml': cases('<testcase classname="src/cart.test.ts" name="totals"><flakyFailure/></testcase>') } },
    PASSES,
  ],
  [
    'another test failed, was run again and failed again',
    {
      files: {
        'r.xml': cases(
          '<testcase classname="src/cart.test.ts" name="totals"/><testcase classname="A" name="b"><failure/><rerunFailure/></testcase>',
        ),
      },
    },
    'failed: A::b',
  ],
  ['the quarantined test is skipped', { files: { 'r.xml': junit('sP') } }, PASSES],
  [
    'a command that says by its exit code that tests failed',
    { script: `${write('r.xml', junit('fP'))} process.exit(1)` },
    PASSES,
  ],
  [
    'a command whose other test fails',
    { script: `${write('r.xml', junit('fF'))} process.exit(1)` },
    'failed: src/cart.test.ts > other 1',
  ],
  ['a command that passes', { script: write('r.xml', junit('pP')) }, PASSES],
  [
    'a command that fails although no test did',
    { script: `${write('r.xml', junit('pP'))} process.exit(1)` },
    'no failure that explains it',
  ],
  ['a broken build: an exit code, and no report', { script: 'process.exit(1)' }, 'cannot be read (ENOENT)'],
  [
    'a broken build, beside the report of an earlier run',
    { files: { 'r.xml': junit('fP') }, script: 'process.exit(1)' },
    'of an earlier run',
  ],
  [
    'a command that writes no report and says that all is well',
    { files: { 'r.xml': junit('pP') }, script: '' },
    'of an earlier run',
  ],
  [
    'a command that is ended by a signal after it wrote its report',
    { script: `${write('r.xml', junit('fP'))} process.kill(process.pid, 'SIGKILL')` },
    'ended by SIGKILL',
  ],
  [
    'a command with an exit code that means something else',
    { script: `${write('r.xml', junit('fP'))} process.exit(3)` },
    'exit code 3',
  ],
  [
    'an exit code that is said to mean failed tests',
    { script: `${write('r.xml', junit('fP'))} process.exit(3)`, given: { testExit: [3] } },
    PASSES,
  ],
  [
    'a command that is cut while it writes its report',
    { script: `${write('r.xml', junit('fP').slice(0, -9))} process.exit(1)` },
    'broken or cut off',
  ],
  [
    'a command that reaches its time limit',
    { script: `${write('r.xml', junit('fP'))} setInterval(() => {}, 1000)`, given: { timeout: 1 } },
    'time limit',
  ],
];

function project(at: number, { entries = [entry()], files = {}, config }: Situation): string {
  const root = join(place, `${at}`);
  mkdirSync(root);
  const list = typeof entries === 'string' ? entries : JSON.stringify({ entries });
  const own = {
    ...files,
    ...(list === '' ? {} : { 'unflake.quarantine.json': list }),
    ...(config === undefined ? {} : { 'unflake.config.json': JSON.stringify(config) }),
  };
  for (const [name, text] of Object.entries(own)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

async function fillHistory(path: string, { history = [], renamed }: Situation): Promise<void> {
  const store = openSqliteStore(path);
  if (history.length > 0)
    await store.history.record([
      recordOf(
        runOf(1),
        history.map((id) => resultOf(id)),
      ),
    ]);
  if (renamed !== undefined) {
    await store.history.record([recordOf(runOf(1), [resultOf(renamed.from)])]);
    await store.history.record([recordOf(runOf(2), [resultOf(renamed.to)])]);
    const [candidate] = await store.history.renameCandidates();
    await store.history.join(candidate!.to.key, candidate!.from.key);
  }
  store.close();
}

async function answerOf(at: number, situation: Situation): Promise<string> {
  const root = project(at, situation);
  const store = join(root, 'state', 'store.db');
  mkdirSync(dirname(store));
  await fillHistory(store, situation);
  const { reports = ['r.xml'], script, given = {} } = situation;
  const input = {
    reports,
    store,
    ...given,
    ...(script === undefined ? {} : { rest: [process.execPath, '-e', script] }),
  };
  const envelope = await callTool(quarantineGateTool, input, {
    emit: () => {},
    signal: new AbortController().signal,
    clock: new TestClock(Date.parse(`${TODAY}T12:00:00Z`)),
    env: process.env,
    cwd: root,
    entropy: () => 1,
  });
  if (!envelope.ok) return envelope.error.code;
  const result = envelope.result as QuarantineGateResult;
  expect(quarantineGateTool.output.safeParse(result).error?.issues ?? []).toEqual([]);
  if (result.passes) return PASSES;
  expect(quarantineGateTool.exitCode(result)).toBe(1);
  return [...result.failures.map((failure) => `failed: ${failure.test}`), ...result.problems].join('\n');
}

test.each(SITUATIONS.map(([what, situation, answer], at) => ({ what, situation, answer, at })))(
  '$what',
  async ({ situation, answer, at }) => {
    const said = await answerOf(at, situation);
    if (answer === PASSES) expect(said).toBe(PASSES);
    else expect(said).toContain(answer);
  },
);

test('what was excused is said with its end, its owner and its reason', async () => {
  const root = project(1_000, { files: { 'r.xml': junit('fP') } });
  const context = {
    emit: () => {},
    signal: new AbortController().signal,
    clock: new TestClock(Date.parse(`${TODAY}T12:00:00Z`)),
    env: {},
    cwd: root,
    entropy: () => 1,
  };
  const envelope = await callTool(
    quarantineGateTool,
    { reports: ['r.xml'], store: join(root, 's.db'), ingest: true },
    context,
  );
  // Without git and CI nobody says which commit the results are of.
  expect(envelope).toMatchObject({
    ok: false,
    error: { code: 'INVALID_INPUT', message: expect.stringContaining('commit') },
  });
  const again = await callTool(quarantineGateTool, { reports: ['r.xml'], store: join(root, 's.db') }, context);
  expect(again).toMatchObject({
    ok: true,
    result: { excused: [{ test: FLAKY, entry: entry(), message: 'boom' }], notRun: [] },
  });
});
