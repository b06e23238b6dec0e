/** The results of one test, its days, and the runs that unflake made itself. */
import type { HistoryDay, HistoryTest, HistoryTestName, ProvokedRuns, TimelineResult } from '../../history-port.ts';
import type { Connection, Statements } from '../connection.ts';
import { allFor, runFor } from '../for-rows.ts';
import { changeHistory } from './change-history.ts';
import { FAILED, RUN_COLUMNS, TEST_COLUMNS, testOf, timelineOf } from './rows.ts';
import { storable } from './storable.ts';
import { testIds } from './test-ids.ts';

export async function timeline(db: Statements, test: number, limit: number): Promise<readonly TimelineResult[]> {
  // By the run's number, which is the order of the key: sorting by time would read all results to give the newest.
  const rows = await db.all(
    `SELECT ${RUN_COLUMNS}, r.seq, r.outcome, r.ms, r.unreachable, f.fingerprint, f.message
      FROM history_results r JOIN history_runs h ON h.id = r.run_id LEFT JOIN history_failures f ON f.id = r.failure_id
      WHERE r.test_id = ? ORDER BY r.run_id DESC, r.seq DESC LIMIT ?`,
    test,
    limit,
  );
  return rows.map(timelineOf).toSorted((a, b) => a.run.atMs - b.run.atMs || a.run.id - b.run.id || a.seq - b.seq);
}

export async function days(
  db: Statements,
  tests: readonly number[],
  fromDay: number,
): Promise<ReadonlyMap<number, readonly HistoryDay[]>> {
  const found = new Map<number, HistoryDay[]>(tests.map((test) => [test, []]));
  const sql = (given: string): string => `SELECT d.test_id, d.day, d.runs, d.failures, d.ms FROM ${given}
    CROSS JOIN history_days d WHERE d.test_id = given.test AND d.day >= ? ORDER BY d.test_id, d.day`;
  const given = [...found.keys()].map((test) => ({ test }));
  for (const row of await allFor(db, { test: 'BIGINT' }, given, sql, fromDay)) {
    const [day, runs, failures, ms] = [row.day, row.runs, row.failures, row.ms].map(Number) as [
      number,
      number,
      number,
      number,
    ];
    found.get(Number(row.test_id))!.push({ day, runs, failures, ms });
  }
  return found;
}

export async function provoked(db: Statements, test: number): Promise<readonly ProvokedRuns[]> {
  const rows = await db.all('SELECT * FROM history_provoked WHERE test_id = ? ORDER BY at_ms, source_id', test);
  return rows.map((row) => ({
    source: row.source as ProvokedRuns['source'],
    id: String(row.source_id),
    atMs: Number(row.at_ms),
    runs: Number(row.runs),
    failures: Number(row.failures),
    says: String(row.says),
  }));
}

/** A resumed case says more than it did before. */
export async function addProvoked(db: Connection, name: HistoryTestName, runs: ProvokedRuns): Promise<void> {
  const atMs = Math.round(runs.atMs);
  await changeHistory(db, async (within) => {
    const idOf = await testIds(within, [{ test: name, atMs }]);
    await within.run(
      `INSERT INTO history_provoked (test_id, source_id, source, at_ms, runs, failures, says) VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (test_id, source_id) DO UPDATE SET at_ms = excluded.at_ms, runs = excluded.runs,
        failures = excluded.failures, says = excluded.says`,
      idOf(name),
      runs.id,
      runs.source,
      atMs,
      runs.runs,
      runs.failures,
      storable(runs.says),
    );
  });
}

export async function failedIn(db: Statements, runId: number): Promise<readonly HistoryTest[]> {
  const sql = `SELECT ${TEST_COLUMNS} FROM history_tests t WHERE t.stale = 1 AND EXISTS
    (SELECT 1 FROM history_results r WHERE r.test_id = t.id AND r.run_id = ? AND r.outcome IN ${FAILED}) ORDER BY t.id`;
  return (await db.all(sql, runId)).map(testOf);
}

export async function markUnreachable(db: Connection, runId: number, tests: readonly number[]): Promise<void> {
  const sql = (given: string): string =>
    `UPDATE history_results SET unreachable = 1 WHERE test_id IN (SELECT given.test FROM ${given}) AND run_id = ?`;
  const rows = tests.map((test) => ({ test }));
  await changeHistory(db, (within) => runFor(within, { test: 'BIGINT' }, rows, sql, runId));
}
