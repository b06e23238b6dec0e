/** A history goes from one store to another, of either kind: nothing is lost, and nothing counts twice. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPostgres } from '../../../../scripts/toolchains/postgres.mjs';
import { outageOf } from '../../src/experiment/history/outage.ts';
import { historyNameOfId } from '../../src/reports/results/history-name.ts';
import type { HistoryResult, HistoryStore } from '../../src/store/history-port.ts';
import { connectPostgres } from '../../src/store/postgres/connection.ts';
import type { Connection } from '../../src/store/sql/connection.ts';
import { copyHistory } from '../../src/store/sql/history/copy/copy-history.ts';
import { sqlHistory } from '../../src/store/sql/history/sql-history.ts';
import { connect } from '../../src/store/sqlite/connection.ts';
import { recordOf, resultOf, runOf } from './history.ts';

let top: string;
let server: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  top = mkdtempSync(join(tmpdir(), 'pg-'));
  server = await startPostgres(top);
});
afterAll(async () => {
  await server.stop();
  await rm(top, { recursive: true });
});

const A = 'a.test.ts > adds';
const B = 'b.test.ts > breaks';
const DAY_MS = 86_400_000;
const never = new AbortController().signal;
const copy = (from: Connection, to: Connection) => copyHistory(from, to, outageOf, never);

/** Everything that can be asked, without the numbers of rows. */
async function everything(history: HistoryStore) {
  const { tests } = await history.page({ status: null, contains: null, limit: 1_000, offset: 0 });
  const told = [];
  for (const { key, ...one } of tests) {
    const timeline = await history.timeline(key, 1_000);
    told.push({
      ...one,
      timeline: timeline.map(({ run: { id: _id, ...run }, ...result }) => ({ run, ...result })),
      days: (await history.days([key], 0)).get(key),
      formerNames: await history.formerNames(key),
      provoked: await history.provoked(key),
    });
  }
  const { bytes: _bytes, ...size } = await history.size();
  const incidents = (await history.incidents(100)).map(({ id: _id, ...run }) => run);
  return { size, incidents, tests: told.toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
}

describe.each([
  ['a file', 'PostgreSQL'],
  ['PostgreSQL', 'a file'],
] as const)('a history copied from %s to %s', (kind, _other) => {
  let folder: string;
  let [from, to]: Connection[] = [];
  let [here, there]: HistoryStore[] = [];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'copy-'));
    const [file, database] = [connect(join(folder, 'store.db')), await connectPostgres(server.address)];
    [from, to] = kind === 'a file' ? [file, database] : [database, file];
    [here, there] = [sqlHistory(from), sqlHistory(to)];
  });
  afterEach(async () => {
    await Promise.all([from!.close(), to!.close()]);
    await rm(folder, { recursive: true });
    const db = await connectPostgres(server.address);
    await db.run('DROP SCHEMA unflake CASCADE');
    await db.close();
  });

  test('is the same there, and copying it again or back adds nothing', async () => {
    await here!.record([recordOf(runOf(1), [resultOf(A, 'failed'), resultOf(A), resultOf(B)], 'one')]);
    await here!.record([recordOf(runOf(1), [resultOf(A), resultOf(B, 'skipped', { fingerprint: null })], 'two')]);
    const [{ run } = { run: null }] = await here!.record([recordOf(runOf(2), [resultOf(B, 'failed')])]);
    await here!.record([
      { ...recordOf(runOf(3), [resultOf(B, 'failed', { fingerprint: 'f-2' })]), incident: () => 'no disk' },
    ]);
    const [b] = await here!.find(B, 1);
    await here!.markUnreachable(run!.id, [b!.key]);
    const runs = { source: 'hunt', id: 'h-1', atMs: 9, runs: 30, failures: 2, says: 'flaky' } as const;
    await here!.addProvoked(historyNameOfId(A), runs);
    expect(await copy(from!, to!)).toEqual({ runs: 3, unchangedRuns: 0, results: 7, skippedDays: 0 });
    const whole = await everything(here!);
    expect(await everything(there!)).toEqual(whole);
    expect(await copy(from!, to!)).toEqual({ runs: 0, unchangedRuns: 3, results: 0, skippedDays: 0 });
    expect(await copy(to!, from!)).toEqual({ runs: 0, unchangedRuns: 3, results: 0, skippedDays: 0 });
    expect([await everything(here!), await everything(there!)]).toEqual([whole, whole]);
  });

  test('adds only the files that the other has not read itself', async () => {
    const [one, two] = [[resultOf(A, 'failed')], [resultOf(A), resultOf(B)]] as const;
    await here!.record([recordOf(runOf(1), one, 'one')]);
    await here!.record([recordOf(runOf(1), two, 'two')]);
    await there!.record([recordOf(runOf(1), two, 'two')]);
    expect(await copy(from!, to!)).toMatchObject({ runs: 1, results: 1 });
    const [a] = await there!.find(A, 1);
    expect((await there!.timeline(a!.key, 10)).map(({ outcome }) => outcome)).toEqual(['passed', 'failed']);
    expect(a).toMatchObject({ runs: 2, failures: 1 });
    expect(await there!.record([recordOf(runOf(1), one, 'one')])).toMatchObject([{ added: 0, knownFiles: 1 }]);
  });

  test('leads a former name to the test that it became, also where both were seen', async () => {
    const moved = 'new/b.test.ts > breaks';
    await there!.record([recordOf(runOf(1), [resultOf(B, 'failed')])]);
    await here!.record([recordOf(runOf(1), [resultOf(B, 'failed')])]);
    await here!.record([recordOf(runOf(2), [resultOf(moved)])]);
    const [candidate] = await here!.renameCandidates();
    await here!.join(candidate!.to.key, candidate!.from.key);
    expect(await copy(from!, to!)).toMatchObject({ runs: 1, unchangedRuns: 1, results: 1 });
    expect(await there!.page({ status: null, contains: null, limit: 5, offset: 0 })).toMatchObject({
      total: 1,
      tests: [{ id: moved, runs: 2, failures: 1 }],
    });
    expect((await there!.find(B, 5)).map(({ id }) => id)).toEqual([moved]);
  });

  test('keeps the daily counts of results that were pruned, once, and says which it cannot tell apart', async () => {
    for (const commit of [1, 2, 3])
      await here!.record([recordOf(runOf(commit), [resultOf(A, 'failed')], `file ${commit}`)]);
    const [a] = await here!.unassessed();
    await here!.assess([{ test: a!.key, status: 'flaky', hurt: 2, assessment: { flaky: 1 } }]);
    await here!.prune(runOf(3).atMs, false);
    expect(await copy(from!, to!)).toMatchObject({ runs: 1, results: 1, skippedDays: 0 });
    expect(await copy(from!, to!)).toMatchObject({ runs: 0, results: 0, skippedDays: 0 });
    const [copied] = await there!.find(A, 1);
    expect(copied).toMatchObject({ runs: 3, failures: 3 });
    expect((await there!.days([copied!.key], 0)).get(copied!.key)).toMatchObject([
      { runs: 1, failures: 1 },
      { runs: 1, failures: 1 },
      { runs: 1, failures: 1 },
    ]);
    expect(await there!.record([recordOf(runOf(1), [resultOf(A, 'failed')], 'file 1')])).toMatchObject([{ added: 0 }]);
    // Another run of a day that was copied, seen and pruned here alone.
    const late = runOf(1, { run: 'late', atMs: runOf(1).atMs + 1_000 });
    await here!.record([recordOf(late, [resultOf(A)], 'late')]);
    await here!.prune(runOf(1).atMs + DAY_MS, false);
    expect(await copy(from!, to!)).toMatchObject({ runs: 0, results: 0, skippedDays: 1 });
  });

  test('keeps what was concluded from results that no store has any more', async () => {
    await here!.record([recordOf(runOf(1), [resultOf(A, 'failed')])]);
    const [a] = await here!.unassessed();
    await here!.assess([{ test: a!.key, status: 'flaky', hurt: 2, assessment: { flaky: 1 } }]);
    await here!.prune(runOf(2).atMs, false);
    await copy(from!, to!);
    expect((await there!.find(A, 1))[0]!.assessed).toEqual({ status: 'flaky', hurt: 2, assessment: { flaky: 1 } });
    expect(await there!.unassessed()).toEqual([]);
  });

  test('goes in groups, whatever its size, and what was cut goes on', async () => {
    const results = (at: number): readonly HistoryResult[] =>
      Array.from({ length: 5_000 }, (_, of) =>
        resultOf(`a.test.ts > case ${of % 500}`, of === at ? 'failed' : 'passed'),
      );
    for (const commit of [1, 2, 3, 4, 5])
      await here!.record([recordOf(runOf(commit), results(commit), `file ${commit}`)]);
    const stop = new AbortController();
    stop.abort();
    expect(await copyHistory(from!, to!, outageOf, stop.signal)).toMatchObject({ runs: 0, results: 0 });
    expect(await copy(from!, to!)).toMatchObject({ runs: 5, results: 25_000 });
    const { size } = await everything(there!);
    expect(size).toMatchObject({ tests: 500, runs: 5, results: 25_000 });
    expect((await there!.unassessed()).map(({ failures }) => failures)).toEqual([1, 1, 1, 1, 1]);
  });
});
