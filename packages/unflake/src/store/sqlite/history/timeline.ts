/** The results of one test, its days, and the runs that unflake made itself. */
import type { HistoryDay, ProvokedRuns, TimelineResult } from '../../history-port.ts';
import type { DatabaseFile } from '../connection.ts';
import { FAILED, RUN_COLUMNS, TEST_COLUMNS, testOf, timelineOf } from './rows.ts';

export function timeline(db: DatabaseFile, test: number, limit: number): readonly TimelineResult[] {
  // By the run's number, which is the order of the key: sorting by time would read all results to give the newest.
  const rows = db.all(
    `SELECT ${RUN_COLUMNS}, r.seq, r.outcome, r.ms, r.unreachable, f.fingerprint, f.message
      FROM history_results r JOIN history_runs h ON h.id = r.run_id LEFT JOIN history_failures f ON f.id = r.failure_id
      WHERE r.test_id = ? ORDER BY r.run_id DESC, r.seq DESC LIMIT ?`,
    test,
    limit,
  );
  return rows.map(timelineOf).toSorted((a, b) => a.run.atMs - b.run.atMs || a.run.id - b.run.id || a.seq - b.seq);
}

export function days(
  db: DatabaseFile,
  tests: readonly number[],
  fromDay: number,
): ReadonlyMap<number, readonly HistoryDay[]> {
  const sql = 'SELECT day, runs, failures, ms FROM history_days WHERE test_id = ? AND day >= ? ORDER BY day';
  return new Map(
    tests.map((test) => [
      test,
      db.all(sql, test, fromDay).map(({ day, runs, failures, ms }) => ({
        day: Number(day),
        runs: Number(runs),
        failures: Number(failures),
        ms: Number(ms),
      })),
    ]),
  );
}

export function provoked(db: DatabaseFile, test: number): readonly ProvokedRuns[] {
  return db.all('SELECT * FROM history_provoked WHERE test_id = ? ORDER BY at_ms', test).map((row) => ({
    source: row.source as ProvokedRuns['source'],
    id: String(row.source_id),
    atMs: Number(row.at_ms),
    runs: Number(row.runs),
    failures: Number(row.failures),
    says: String(row.says),
  }));
}

/** A resumed case says more than it did before. */
export function addProvoked(
  db: DatabaseFile,
  test: number,
  { id, source, atMs, runs, failures, says }: ProvokedRuns,
): void {
  db.run(
    `INSERT INTO history_provoked (test_id, source_id, source, at_ms, runs, failures, says) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (test_id, source_id) DO UPDATE SET at_ms = excluded.at_ms, runs = excluded.runs,
      failures = excluded.failures, says = excluded.says`,
    test,
    id,
    source,
    Math.round(atMs),
    runs,
    failures,
    says,
  );
}

export function failedIn(db: DatabaseFile, runId: number) {
  const sql = `SELECT ${TEST_COLUMNS} FROM history_tests t WHERE t.stale = 1 AND EXISTS
    (SELECT 1 FROM history_results r WHERE r.test_id = t.id AND r.run_id = ? AND r.outcome IN ${FAILED}) ORDER BY t.id`;
  return db.all(sql, runId).map(testOf);
}

export function markUnreachable(db: DatabaseFile, runId: number, tests: readonly number[]): void {
  db.transaction(() => {
    for (const test of tests)
      db.run('UPDATE history_results SET unreachable = 1 WHERE test_id = ? AND run_id = ?', test, runId);
  });
}
