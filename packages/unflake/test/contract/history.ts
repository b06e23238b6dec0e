/** What every store of the history must do: one body, an arm per store. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/contract/outcome.ts';
import { historyNameOfId } from '../../src/reports/results/history-name.ts';
import type { HistoryQuery, HistoryResult, HistoryRun, HistoryStore, RunRecord } from '../../src/store/history-port.ts';

export interface HistoryArm {
  readonly name: string;
  /** A place for a fresh history, and how to open it; opening it again must find what was kept. */
  readonly place: () => {
    readonly open: () => Promise<{ readonly history: HistoryStore; readonly close: () => Promise<void> }>;
    readonly remove: () => Promise<void>;
  };
}

const DAY_MS = 86_400_000;
const START_MS = 20_000 * DAY_MS;

export const runOf = (commit: number, change: Partial<HistoryRun> = {}): HistoryRun => ({
  commit: `c${commit}`,
  branch: 'main',
  run: `r${commit}`,
  job: 'unit',
  attempt: 1,
  machine: 'm',
  service: 'github',
  atMs: START_MS + commit * DAY_MS,
  ...change,
});

export const resultOf = (
  id: string,
  outcome: Outcome = 'passed',
  change: Partial<HistoryResult> = {},
): HistoryResult => ({
  test: historyNameOfId(id),
  outcome,
  ms: 10,
  fingerprint: outcome === 'passed' ? null : 'f-1',
  message: outcome === 'passed' ? null : 'boom',
  ...change,
});

export const recordOf = (
  run: HistoryRun,
  results: readonly HistoryResult[],
  sha = JSON.stringify(results),
): RunRecord => ({
  run,
  files: [{ sha, from: 0, results, isEnd: true }],
  incident: () => null,
});

const A = 'a.test.ts > adds';
const B = 'b.test.ts > breaks';

export function historyContract(arm: HistoryArm): void {
  describe(`the history in ${arm.name}`, () => {
    let place: ReturnType<HistoryArm['place']>;
    let opened: Awaited<ReturnType<typeof place.open>>;
    let history: HistoryStore;
    beforeEach(async () => {
      place = arm.place();
      opened = await place.open();
      history = opened.history;
    });
    afterEach(async () => {
      await opened.close();
      await place.remove();
    });
    const page = async () => (await history.page({ status: null, contains: null, limit: 10, offset: 0 })).tests;
    const reopen = async () => {
      await opened.close();
      opened = await place.open();
      history = opened.history;
    };

    test('a result is found again after the store was closed, with its run, its message and its place among the executions', async () => {
      await history.record([recordOf(runOf(1), [resultOf(B, 'failed'), resultOf(B), resultOf(A)])]);
      await reopen();
      const [b] = await history.find(B, 5);
      expect(b).toMatchObject({ id: B, file: 'b.test.ts', words: 'breaks', runs: 2, failures: 1, assessed: null });
      expect(await history.timeline(b!.key, 10)).toEqual([
        expect.objectContaining({
          seq: 0,
          outcome: 'failed',
          fingerprint: 'f-1',
          message: 'boom',
          ms: 10,
          unreachable: false,
        }),
        expect.objectContaining({ seq: 1, outcome: 'passed', fingerprint: null, message: null }),
      ]);
      expect((await history.timeline(b!.key, 10))[0]!.run).toMatchObject({
        ...runOf(1),
        results: 3,
        executed: 3,
        failures: 1,
      });
    });

    test('the same file counts once in a run, and again in another', async () => {
      const results = [resultOf(A)];
      const [first] = await history.record([recordOf(runOf(1), results)]);
      const [second] = await history.record([recordOf(runOf(1), results)]);
      const [third] = await history.record([recordOf(runOf(2), results)]);
      expect([first, second, third]).toMatchObject([
        { added: 1, knownFiles: 0 },
        { added: 0, knownFiles: 1 },
        { added: 1, knownFiles: 0 },
      ]);
      expect((await page())[0]).toMatchObject({ runs: 2 });
    });

    test('a file that was cut in the middle goes on where it ended', async () => {
      const results = [A, B, 'c.test.ts > c'].map((id) => resultOf(id));
      const part = (from: number, to: number, isEnd: boolean): RunRecord => ({
        run: runOf(1),
        files: [{ sha: 's', from, results: results.slice(from, to), isEnd }],
        incident: undefined,
      });
      expect((await history.record([part(0, 2, false)]))[0]).toMatchObject({ added: 2 });
      expect((await history.record([part(0, 2, false), part(2, 3, true)])).map(({ added }) => added)).toEqual([0, 1]);
      expect((await page()).map(({ runs }) => runs)).toEqual([1, 1, 1]);
    });

    test('all runs of one call are written, or none', async () => {
      const broken = { ...resultOf(A), outcome: 'no outcome' as Outcome };
      await expect(history.record([recordOf(runOf(1), [resultOf(A)]), recordOf(runOf(2), [broken])])).rejects.toThrow();
      expect(await page()).toEqual([]);
    });

    test('shards of one run that report the same test are executions of it, in their order', async () => {
      const run = runOf(1);
      await history.record([recordOf(run, [resultOf(A, 'failed'), resultOf(B)], 'one')]);
      await history.record([
        recordOf(run, [resultOf(A), resultOf(A, 'failed')], 'two'),
        recordOf(run, [resultOf(A)], 'three'),
      ]);
      const [a] = await history.find(A, 5);
      expect((await history.timeline(a!.key, 10)).map(({ seq, outcome }) => [seq, outcome])).toEqual([
        [0, 'failed'],
        [1, 'passed'],
        [2, 'failed'],
        [3, 'passed'],
      ]);
      expect(a).toMatchObject({ runs: 4, failures: 2 });
      expect((await history.timeline(a!.key, 1))[0]!.run).toMatchObject({ results: 5, executed: 5, failures: 2 });
    });

    test('more results than one statement takes are all written', async () => {
      const ids = Array.from({ length: 4_500 }, (_, at) => `a.test.ts > case ${at % 1_500}`);
      const [{ added } = { added: 0 }] = await history.record([
        recordOf(
          runOf(1),
          ids.map((id) => resultOf(id)),
          's',
        ),
      ]);
      expect(added).toBe(4_500);
      expect(await history.size()).toMatchObject({ tests: 1_500, results: 4_500 });
      expect((await page()).every(({ runs }) => runs === 3)).toBe(true);
    });

    test('texts that a database cannot keep as they are still name one test', async () => {
      const odd = `a.test.ts > takes \0 and \ud800 and ${'x'.repeat(5_000)}`;
      const other = `${odd}y`;
      const message = `boom \0 \udfff ${'é'.repeat(3_000)}`;
      for (const commit of [1, 2])
        await history.record([recordOf(runOf(commit), [resultOf(odd, 'failed', { message }), resultOf(other)])]);
      expect(await history.size()).toMatchObject({ tests: 2, results: 4 });
      const found = await history.byName(historyNameOfId(odd));
      expect(found).toMatchObject({ runs: 2, failures: 2 });
      const [first] = await history.timeline(found!.key, 1);
      expect(first!.message).toMatch(/^boom \ufffd \ufffd é+$/);
    });

    test('skipped tests are no runs', async () => {
      await history.record([recordOf(runOf(1), [resultOf(A, 'skipped', { fingerprint: null })])]);
      expect((await page())[0]).toMatchObject({ runs: 0, failures: 0 });
    });

    test('a name without a file is the only test with its words, and takes over a file that is told later', async () => {
      await history.record([
        recordOf(runOf(1), [resultOf('x', 'passed', { test: { id: 'adds', file: '', words: 'adds' } })]),
      ]);
      await history.record([recordOf(runOf(2), [resultOf(A)])]);
      await history.record([
        recordOf(runOf(3), [resultOf('x', 'passed', { test: { id: 'adds', file: '', words: 'adds' } })]),
      ]);
      expect(await page()).toMatchObject([{ id: A, runs: 3 }]);
    });

    test('a test of which only the package is known is the one of its words there, and no other', async () => {
      const of = (file: string): HistoryResult =>
        resultOf('x', 'passed', { test: { id: `${file} > adds`, file, words: 'adds' } });
      await history.record([recordOf(runOf(1), [of('packages/a/'), of('packages/b/')])]);
      await history.record([recordOf(runOf(2), [of('packages/a/x.test.js'), of('packages/b/x.test.js')])]);
      await history.record([recordOf(runOf(3), [of('packages/a/'), of('packages/b/'), of('packages/c/')])]);
      const rows = async () => (await page()).map(({ file, runs }) => [file, runs]);
      expect(await rows()).toEqual([
        ['packages/a/x.test.js', 3],
        ['packages/b/x.test.js', 3],
        ['packages/c/', 1],
      ]);
      expect(await history.byName({ id: 'adds', file: '', words: 'adds' })).toBeNull();
      expect(await history.byName({ id: 'adds', file: 'packages/b/', words: 'adds' })).toMatchObject({ runs: 3 });
      // Two files of the package have a test of these words.
      await history.record([recordOf(runOf(4), [of('packages/a/y.test.js'), of('packages/a/')])]);
      expect((await rows()).slice(3)).toEqual([
        ['packages/a/y.test.js', 1],
        ['packages/a/', 1],
      ]);
    });

    test('an incident takes the results of its run out of the counts, and its end puts them back', async () => {
      await history.record([recordOf(runOf(1), [resultOf(A)])]);
      const outage = (results: readonly HistoryResult[], incident: string | null): RunRecord => ({
        ...recordOf(runOf(2), results),
        incident: () => incident,
      });
      const [{ run } = { run: null }] = await history.record([
        outage([resultOf(A, 'failed'), resultOf(B, 'failed')], 'no disk'),
      ]);
      expect(run).toMatchObject({ incident: 'no disk', failures: 2 });
      expect(await history.incidents(5)).toMatchObject([{ commit: 'c2', incident: 'no disk' }]);
      expect((await page()).map(({ id, runs, failures }) => [id, runs, failures])).toEqual([
        [A, 1, 0],
        [B, 0, 0],
      ]);
      await history.record([outage([resultOf('c.test.ts > c')], null)]);
      expect((await page()).map(({ id, runs, failures }) => [id, runs, failures])).toEqual([
        [A, 2, 1],
        [B, 1, 1],
        ['c.test.ts > c', 1, 0],
      ]);
      const keys = (await page()).map(({ key }) => key);
      expect([...(await history.days(keys, 0)).values()]).toEqual([
        [
          { day: 20_001, runs: 1, failures: 0, ms: 10 },
          { day: 20_002, runs: 1, failures: 1, ms: 10 },
        ],
        [{ day: 20_002, runs: 1, failures: 1, ms: 10 }],
        [{ day: 20_002, runs: 1, failures: 0, ms: 10 }],
      ]);
    });

    test('a test that has failed waits for an assessment whenever it has new results, and those that hurt come first', async () => {
      await history.record([recordOf(runOf(1), [resultOf(A), resultOf(B, 'failed')])]);
      const [b] = await history.unassessed();
      expect(b).toMatchObject({ id: B });
      await history.assess([{ test: b!.key, status: 'flaky', hurt: 2.5, assessment: { flaky: 0.9 } }]);
      expect(await history.unassessed()).toEqual([]);
      expect((await page()).map(({ id }) => id)).toEqual([B, A]);
      expect((await page())[0]!.assessed).toEqual({ status: 'flaky', hurt: 2.5, assessment: { flaky: 0.9 } });
      await history.record([recordOf(runOf(2), [resultOf(A), resultOf(B)])]);
      expect((await history.unassessed()).map(({ id }) => id)).toEqual([B]);
    });

    test('a page comes in the order that was asked for, and says how many there are whichever page it is', async () => {
      const C = 'c.test.ts > counts';
      await history.record([recordOf(runOf(1), [resultOf(C), resultOf(B), resultOf(A)])]);
      await history.record([recordOf(runOf(3), [resultOf(B)])]);
      const all = { status: null, contains: null, limit: 10, offset: 0 } as const;
      const ids = async (query: Partial<HistoryQuery>) =>
        (await history.page({ ...all, ...query })).tests.map(({ id }) => id);
      expect(await ids({ order: 'name' })).toEqual([A, B, C]);
      expect(await ids({ order: 'last-seen' })).toEqual([B, A, C]);
      expect(await ids({ order: 'name', limit: 2, offset: 1 })).toEqual([B, C]);
      for (const [limit, offset] of [
        [2, 0],
        [3, 0],
        [10, 0],
        [2, 2],
        [2, 5],
      ] as const)
        expect((await history.page({ ...all, limit, offset })).total).toBe(3);
    });

    test('the whole suite is counted by status, and what was decided about it is told in full', async () => {
      expect(await history.statuses()).toEqual([]);
      const C = 'c.test.ts > counts';
      await history.record([recordOf(runOf(1), [resultOf(A), resultOf(B, 'failed'), resultOf(C, 'failed')])]);
      await history.record([recordOf(runOf(4), [resultOf(A)])]);
      const [b, c] = [(await history.find(B, 1))[0]!, (await history.find(C, 1))[0]!];
      await history.assess([
        { test: b.key, status: 'flaky', hurt: 2, assessment: { failureDays: [{ day: 20_001, failures: 1 }] } },
        { test: c.key, status: 'healthy', hurt: 0, assessment: {} },
      ]);
      await reopen();
      expect(await history.statuses()).toEqual([
        { status: 'flaky', tests: 1, lastSeenMs: runOf(1).atMs },
        { status: 'healthy', tests: 2, lastSeenMs: runOf(4).atMs },
      ]);
      expect(await history.names()).toEqual([
        { ...historyNameOfId(A), status: 'healthy' },
        { ...historyNameOfId(B), status: 'flaky' },
        { ...historyNameOfId(C), status: 'healthy' },
      ]);
      expect(await history.decided()).toEqual([
        { key: b.key, assessment: { failureDays: [{ day: 20_001, failures: 1 }] } },
        { key: c.key, assessment: {} },
      ]);
    });

    test('a page can be chosen by status and by a part of the id, in which % is no pattern', async () => {
      await history.record([recordOf(runOf(1), [resultOf('a.ts > 100% sure'), resultOf(B, 'failed')])]);
      const [b] = await history.unassessed();
      await history.assess([{ test: b!.key, status: 'broken', hurt: 1, assessment: {} }]);
      const ids = async (status: string[] | null, contains: string | null) =>
        (await history.page({ status, contains, limit: 10, offset: 0 })).tests.map(({ id }) => id);
      expect(await ids(['broken', 'flaky'], null)).toEqual([B]);
      expect(await ids(['healthy'], null)).toEqual(['a.ts > 100% sure']);
      expect(await ids(null, '0%')).toEqual(['a.ts > 100% sure']);
      expect(await ids(null, 'A.TS > 100% Sure')).toEqual(['a.ts > 100% sure']);
      expect(await ids(null, 'b%s')).toEqual([]);
      expect(await history.page({ status: null, contains: null, limit: 1, offset: 1 })).toMatchObject({
        total: 2,
        tests: [{}],
      });
    });

    test('two tests become one, under the newer name, and the older name leads to it', async () => {
      const moved = 'new/b.test.ts > breaks';
      await history.record([recordOf(runOf(1), [resultOf(B, 'failed'), resultOf(A)])]);
      await history.record([recordOf(runOf(2), [resultOf(moved), resultOf(A)])]);
      const [candidate, ...others] = await history.renameCandidates();
      expect(others).toEqual([]);
      expect(candidate).toMatchObject({ from: { id: B }, to: { id: moved }, runsSince: 1 });
      await history.join(candidate!.to.key, candidate!.from.key);
      expect(await page()).toMatchObject([{ id: moved, runs: 2, failures: 1 }, { id: A }]);
      const [found] = await history.find(B, 5);
      expect(found).toMatchObject({ id: moved });
      expect(await history.formerNames(found!.key)).toEqual([B]);
      expect((await history.timeline(found!.key, 10)).map(({ outcome }) => outcome)).toEqual(['failed', 'passed']);
      // The older name goes on in a branch that has not the move.
      await history.record([recordOf(runOf(3), [resultOf(B)])]);
      expect(await page()).toMatchObject([{ id: moved, runs: 3 }, { id: A }]);
    });

    test('runs that were provoked are kept beside the results of CI, and counted apart', async () => {
      const runs = { source: 'diagnose', id: 'c-1', atMs: 5, runs: 30, failures: 9, says: 'isolated' } as const;
      await history.addProvoked(historyNameOfId(A), { ...runs, runs: 10 });
      await history.addProvoked(historyNameOfId(A), runs);
      const [a] = await page();
      expect(a).toMatchObject({ id: A, runs: 0, failures: 0 });
      expect(await history.provoked(a!.key)).toEqual([runs]);
    });

    test('a failure can be marked as one that its commit cannot have caused', async () => {
      const [{ run } = { run: null }] = await history.record([
        recordOf(runOf(1), [resultOf(A), resultOf(B, 'failed')]),
      ]);
      const failed = await history.failedIn(run!.id);
      expect(failed.map(({ id }) => id)).toEqual([B]);
      await history.markUnreachable(run!.id, [failed[0]!.key]);
      expect((await history.timeline(failed[0]!.key, 5)).map(({ unreachable }) => unreachable)).toEqual([true]);
    });

    test('pruning removes old results and keeps their days', async () => {
      for (const commit of [1, 2, 3]) await history.record([recordOf(runOf(commit), [resultOf(A)])]);
      const before = START_MS + 3 * DAY_MS;
      expect(await history.prune(before, true)).toBe(2);
      expect(await history.size()).toMatchObject({ results: 3, runs: 3, tests: 1 });
      expect(await history.prune(before, false)).toBe(2);
      expect(await history.size()).toMatchObject({ results: 1, runs: 3, oldestResultMs: before });
      const [a] = await page();
      expect(await history.timeline(a!.key, 10)).toHaveLength(1);
      expect((await history.days([a!.key], 0)).get(a!.key)).toHaveLength(3);
      expect(await history.prune(before, false)).toBe(0);
    });

    test('the bodies of new tests can be kept, and lead to a test under another name', async () => {
      await history.record([recordOf(runOf(1), [resultOf(A)])]);
      const [a] = await history.bodiless(5);
      await history.setBodies(new Map([[a!.key, 'body']]));
      expect(await history.bodiless(5)).toEqual([]);
      await history.record([recordOf(runOf(2), [resultOf('a.test.ts > sums up')])]);
      const [renamed] = await history.bodiless(5);
      expect(await history.renameCandidates()).toEqual([]);
      await history.setBodies(new Map([[renamed!.key, 'body']]));
      expect(await history.renameCandidates()).toMatchObject([{ from: { id: A, body: 'body' }, to: { body: 'body' } }]);
    });
  });
}
