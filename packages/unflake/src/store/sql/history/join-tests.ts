/** Two tests become one: the results, days and names of one become the other's. */
import type { Connection, Statements } from '../connection.ts';
import { changeHistory } from './change-history.ts';

export function joinTests(db: Connection, from: number, into: number): Promise<void> {
  return changeHistory(db, (within) => joinWithin(within, from, into));
}

export async function joinWithin(db: Statements, from: number, into: number): Promise<void> {
  // A transaction that lost its server as it ended has joined them already.
  if ((await db.get('SELECT id FROM history_tests WHERE id = ?', from)) === undefined) return;
  // In the same run both have results only if the names were swapped; then the newer one's come behind.
  await db.run(
    `INSERT INTO history_results (test_id, run_id, seq, outcome, ms, failure_id, unreachable, file_number)
      SELECT CAST(? AS BIGINT), run_id, seq + COALESCE((SELECT MAX(o.seq) + 1 FROM history_results o
        WHERE o.test_id = ? AND o.run_id = history_results.run_id), 0), outcome, ms, failure_id, unreachable, file_number
      FROM history_results WHERE test_id = ?`,
    into,
    into,
    from,
  );
  await db.run('DELETE FROM history_results WHERE test_id = ?', from);
  await db.run(
    `INSERT INTO history_days (test_id, day, runs, failures, ms)
      SELECT CAST(? AS BIGINT), day, runs, failures, ms FROM history_days WHERE test_id = ?
      ON CONFLICT (test_id, day) DO UPDATE SET runs = history_days.runs + excluded.runs,
      failures = history_days.failures + excluded.failures, ms = history_days.ms + excluded.ms`,
    into,
    from,
  );
  await db.run('DELETE FROM history_days WHERE test_id = ?', from);
  await db.run(
    `INSERT INTO history_provoked (test_id, source_id, source, at_ms, runs, failures, says)
      SELECT CAST(? AS BIGINT), source_id, source, at_ms, runs, failures, says FROM history_provoked WHERE test_id = ?
      ON CONFLICT (test_id, source_id) DO NOTHING`,
    into,
    from,
  );
  await db.run('DELETE FROM history_provoked WHERE test_id = ?', from);
  await joinNames(db, from, into);
}

/** The newer name is the one that the runner knows now. */
async function joinNames(db: Statements, from: number, into: number): Promise<void> {
  await db.run('UPDATE history_former_names SET test_id = ? WHERE test_id = ?', into, from);
  const columns = 'name, file, words, body, runs, failures, first_seen_ms, last_seen_ms';
  const newer = (await db.get(`SELECT ${columns} FROM history_tests WHERE id = ?`, from))!;
  const older = (await db.get(`SELECT ${columns} FROM history_tests WHERE id = ?`, into))!;
  await db.run('DELETE FROM history_tests WHERE id = ?', from);
  await db.run(
    `INSERT INTO history_former_names (name, file, words, test_id) VALUES (?, ?, ?, ?)
      ON CONFLICT (words, file) DO UPDATE SET test_id = excluded.test_id`,
    older.name!,
    older.file!,
    older.words!,
    into,
  );
  const sum = (name: 'runs' | 'failures') => Number(older[name]) + Number(newer[name]);
  await db.run(
    `UPDATE history_tests SET name = ?, file = ?, words = ?, body = ?, runs = ?, failures = ?, first_seen_ms = ?,
      last_seen_ms = ?, stale = ? WHERE id = ?`,
    newer.name!,
    newer.file!,
    newer.words!,
    newer.body ?? null,
    sum('runs'),
    sum('failures'),
    Math.min(Number(older.first_seen_ms), Number(newer.first_seen_ms)),
    Math.max(Number(older.last_seen_ms), Number(newer.last_seen_ms)),
    sum('failures') > 0 ? 1 : 0,
    into,
  );
}
