/** Which tests `history` lists, in which order, and what it says of the suite over time. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestClock } from '@unflake/testkit/clock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { historyNameOfId } from '../../../../../src/reports/results/history-name.ts';
import { openSqliteStore } from '../../../../../src/store/sqlite/open-sqlite-store.ts';
import { historyTool } from '../../../../../src/tools/history.ts';
import { assessmentOf } from '../../../../../src/tools/lib/history/assess-tests.ts';
import { seedHistory } from '../../../../seed-history.ts';

const END_MS = Date.UTC(2026, 2, 30, 12);
const TESTS = Array.from({ length: 40 }, (_, at) => `tests/area_${at % 4}.test.ts > case ${at}`);
const [FLAKY, RARE, BROKEN, FIXED, LISTED] = TESTS as [string, string, string, string, string];

let root: string;
let store: ReturnType<typeof openSqliteStore>;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'unflake-select-'));
  store = openSqliteStore(join(root, 'store.db'));
  const rates = new Map([
    [FLAKY, 0.4],
    [RARE, 0.15],
    [LISTED, 0.3],
  ]);
  await seedHistory(store.history, { tests: TESTS, rates, broken: BROKEN, fixed: FIXED, runs: 80, endMs: END_MS });
  const entry = { test: LISTED, reason: 'waits for a mail', owner: 'ana', since: '2026-03-20', until: '2026-04-02' };
  writeFileSync(join(root, 'unflake.quarantine.json'), JSON.stringify({ entries: [entry] }));
});
afterEach(async () => {
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

const ask = async (input: object) => {
  const context = {
    emit: () => {},
    signal: new AbortController().signal,
    clock: new TestClock(END_MS),
    env: {},
    cwd: root,
    entropy: () => 1,
  };
  const result = await historyTool.run(historyTool.input.parse({ store: join(root, 'store.db'), ...input }), context);
  expect(historyTool.output.safeParse(result).error?.issues ?? []).toEqual([]);
  return result;
};
const names = async (input: object) => (await ask(input)).tests.map((row) => row.test);

test('tests are selected by what is known about them, and a page knows how many there are', async () => {
  expect(await names({ status: ['broken'] })).toEqual([BROKEN]);
  expect(await names({ status: ['quarantined'] })).toEqual([LISTED]);
  expect(await names({ owner: 'ana' })).toEqual([LISTED]);
  expect(await names({ owner: 'bo' })).toEqual([]);
  expect((await ask({ file: 'AREA_3', limit: 4 })).total).toBe(10);
  expect(await names({ branch: 'no-such-branch' })).toEqual([]);
  expect(await names({ branch: 'feature/checkout' })).toContain(FLAKY);
  expect(await names({ branch: 'feature/checkout' })).not.toContain(TESTS[20]);
});

test('a commit selects what failed on it, so that the flaky failures of a red job are known', async () => {
  const { test: flaky } = await ask({ test: FLAKY });
  const commit = flaky!.timeline.find(({ outcome }) => outcome === 'failed')!.commit;
  const found = await names({ commit: commit.slice(0, 10) });
  expect(found).toContain(FLAKY);
  for (const name of found) {
    const { timeline } = (await ask({ test: name })).test!;
    expect(timeline.some((row) => row.commit === commit && row.outcome === 'failed')).toBe(true);
  }
  expect(await names({ commit: 'no-such-commit' })).toEqual([]);
});

test('pages of every order hold each test once', async () => {
  for (const sort of ['hurt', 'name', 'failures', 'runs', 'rate', 'last-seen']) {
    const pages = [];
    for (let offset = 0; offset < TESTS.length; offset += 15) pages.push(...(await names({ sort, limit: 15, offset })));
    expect(pages.toSorted(), sort).toEqual(TESTS.toSorted());
  }
  expect(await names({ sort: 'name', limit: 3 })).toEqual(TESTS.toSorted().slice(0, 3));
  const { tests } = await ask({ sort: 'rate' });
  const rates = tests.map(({ failures, runs }) => (runs === 0 ? 0 : failures / runs));
  expect(rates).toEqual(rates.toSorted((a, b) => b - a));
});

test('a cause selects by the newest diagnosis of a test', async () => {
  const provoked = { source: 'diagnose', runs: 20, failures: 7 } as const;
  const name = historyNameOfId(FLAKY);
  await store.history.addProvoked(name, { ...provoked, id: 'c-1', atMs: 1_000, says: 'narrowed: timing / short-wait' });
  await store.history.addProvoked(name, { ...provoked, id: 'c-2', atMs: 2_000, says: 'isolated: ordering / victim' });
  const newCase = { root, runner: 'vitest', test: FLAKY as never, seed: 1, suite: [], options: {}, openedAtMs: 1_000 };
  const { id } = await store.openCase(newCase, { int: (min) => min });
  await store.closeCase(id, { diagnosis: { verdict: 'isolated' } as never, findings: {} as never }, 2_000);
  expect(await names({ cause: 'victim' })).toEqual([FLAKY]);
  expect(await names({ cause: 'ordering' })).toEqual([FLAKY]);
  expect(await names({ cause: 'short-wait' })).toEqual([]);
  const { test: one } = await ask({ test: FLAKY });
  expect(one?.diagnosed).toMatchObject({ caseId: 'c-2', says: 'isolated: ordering / victim' });
});

test('the trend counts every failure on unchanged code in its day, and each test in one state', async () => {
  const { trend } = await ask({ trend: true });
  const { tests } = await ask({ limit: 1_000 });
  expect(trend!.days).toHaveLength(30);
  expect(trend!.days.at(-1)!.day).toBe('2026-03-30');
  // The month is the whole history here, so that nothing may be missing.
  expect(trend!.days.reduce((sum, { failures }) => sum + failures, 0)).toBe(
    tests.reduce((sum, { failures }) => sum + failures, 0),
  );
  expect(trend!.statuses).toMatchObject({ broken: 1, fixed: 1, quarantined: 1 });
  expect(Object.values(trend!.statuses).reduce((sum, count) => sum + count)).toBe(TESTS.length);
});

test('an assessment from before the days were kept gives the same trend', async () => {
  const { trend } = await ask({ trend: true });
  const { tests } = await store.history.page({ status: null, contains: null, limit: 100, offset: 0 });
  const earlier = tests.flatMap(({ key, assessed }) => {
    const known = assessmentOf(assessed);
    if (known === null) return [];
    const { failureDays: _days, failedOn: _branches, ...assessment } = known;
    return [{ test: key, status: known.status, hurt: known.hurt, assessment }];
  });
  await store.history.assess(earlier);
  expect((await ask({ trend: true })).trend).toEqual(trend);
});

test('one test has its rate by day with an interval, its quarantine and where it failed', async () => {
  const { test: one } = await ask({ test: LISTED });
  expect(one!.quarantine).toMatchObject({ owner: 'ana', reason: 'waits for a mail', until: '2026-04-02' });
  expect(one!.rates.reduce((sum, { failures }) => sum + failures, 0)).toBeGreaterThan(5);
  for (const { low, high, failures, runs } of one!.rates) {
    expect(low).toBeLessThanOrEqual(failures / runs);
    expect(high).toBeGreaterThanOrEqual(failures / runs);
  }
  expect(one!.failedOn).toContain('main');
});
