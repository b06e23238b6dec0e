/** Tests that may be an older one under a new name, and joining the two. */
import type { HistoryTest, RenameCandidate } from '../../history-port.ts';
import type { Row } from '../../sql/connection.ts';
import type { DatabaseFile } from '../connection.ts';
import { TEST_COLUMNS, testOf } from './rows.ts';

/** A test that is this many runs old, and for which no older one was found, is a test of its own. */
const SETTLED_RUNS = 20;
/** Older tests of one name or body: with more, no one of them is meant. */
const MAX_OLDER = 2;

type WithBody = HistoryTest & { readonly body: string | null };

/** Each test is looked at until it is settled, so that this costs nothing once a suite is known. */
export function renameCandidates(db: DatabaseFile): readonly RenameCandidate[] {
  const found = [
    ...pairs(db, 'o.words = t.words'),
    ...pairs(db, 't.body IS NOT NULL AND o.body = t.body AND o.words <> t.words'),
  ];
  db.run('UPDATE history_tests SET settled = 1 WHERE settled = 0 AND runs >= ?', SETTLED_RUNS);
  const olderOf = new Map<number, number[]>();
  for (const { to, from } of found) olderOf.set(to, [...(olderOf.get(to) ?? []), from]);
  return [...olderOf]
    .filter(([, older]) => older.length <= MAX_OLDER)
    .flatMap(([key, older]) => {
      const to = testWithBody(db, key);
      return older.map((from) => ({ from: testWithBody(db, from), to, runsSince: runsSince(db, key) }));
    });
}

function pairs(db: DatabaseFile, same: string): readonly { readonly to: number; readonly from: number }[] {
  const sql = `SELECT t.id AS newer, o.id AS older FROM history_tests t
    JOIN history_tests o ON ${same} AND o.id < t.id AND o.last_seen_ms < t.first_seen_ms WHERE t.settled = 0`;
  return db.all(sql).map(({ newer, older }) => ({ to: Number(newer), from: Number(older) }));
}

const testWithBody = (db: DatabaseFile, key: number): WithBody =>
  withBody(db.get(`SELECT ${TEST_COLUMNS} FROM history_tests t WHERE t.id = ?`, key)!);

/** Commits since it was first seen on which it ran. */
function runsSince(db: DatabaseFile, key: number): number {
  const sql =
    'SELECT COUNT(DISTINCT h.commit_id) AS n FROM history_results r JOIN history_runs h ON h.id = r.run_id WHERE r.test_id = ?';
  return Number(db.get(sql, key)!.n);
}

const withBody = (row: Row): WithBody => ({ ...testOf(row), body: row.body === null ? null : String(row.body) });

export function joinTests(db: DatabaseFile, from: number, into: number): void {
  db.transaction(() => {
    // In the same run both have results only if the names were swapped; then the newer one's come behind.
    db.run(
      `INSERT INTO history_results (test_id, run_id, seq, outcome, ms, failure_id, unreachable)
        SELECT ?1, run_id, seq + COALESCE((SELECT MAX(o.seq) + 1 FROM history_results o
          WHERE o.test_id = ?1 AND o.run_id = history_results.run_id), 0), outcome, ms, failure_id, unreachable
        FROM history_results WHERE test_id = ?2`,
      into,
      from,
    );
    db.run('DELETE FROM history_results WHERE test_id = ?', from);
    db.run(
      `INSERT INTO history_days (test_id, day, runs, failures, ms)
        SELECT ?, day, runs, failures, ms FROM history_days WHERE test_id = ?
        ON CONFLICT (test_id, day) DO UPDATE SET runs = history_days.runs + excluded.runs,
        failures = history_days.failures + excluded.failures, ms = history_days.ms + excluded.ms`,
      into,
      from,
    );
    db.run('DELETE FROM history_days WHERE test_id = ?', from);
    db.run(
      `INSERT INTO history_provoked (test_id, source_id, source, at_ms, runs, failures, says)
        SELECT ?, source_id, source, at_ms, runs, failures, says FROM history_provoked WHERE test_id = ?
        ON CONFLICT (test_id, source_id) DO NOTHING`,
      into,
      from,
    );
    db.run('DELETE FROM history_provoked WHERE test_id = ?', from);
    joinNames(db, from, into);
  });
}

/** The newer name is the one that the runner knows now. */
function joinNames(db: DatabaseFile, from: number, into: number): void {
  db.run('UPDATE history_former_names SET test_id = ? WHERE test_id = ?', into, from);
  const newer = db.get(
    'SELECT name, file, words, body, runs, failures, last_seen_ms FROM history_tests WHERE id = ?',
    from,
  )!;
  const { name, file, words } = db.get('SELECT name, file, words FROM history_tests WHERE id = ?', into)!;
  db.run('DELETE FROM history_tests WHERE id = ?', from);
  db.run(
    'INSERT INTO history_former_names (name, file, words, test_id) VALUES (?, ?, ?, ?) ON CONFLICT (words, file) DO UPDATE SET test_id = excluded.test_id',
    String(name),
    String(file),
    String(words),
    into,
  );
  db.run(
    `UPDATE history_tests SET name = ?, file = ?, words = ?, body = ?, runs = runs + ?, failures = failures + ?,
      last_seen_ms = MAX(last_seen_ms, ?) WHERE id = ?`,
    newer.name!,
    newer.file!,
    newer.words!,
    newer.body ?? null,
    newer.runs!,
    newer.failures!,
    newer.last_seen_ms!,
    into,
  );
  db.run(`UPDATE history_tests SET stale = 1 WHERE id = ? AND failures > 0`, into);
}

export function bodiless(db: DatabaseFile, limit: number): readonly HistoryTest[] {
  const sql = `SELECT ${TEST_COLUMNS} FROM history_tests t WHERE t.settled = 0 AND t.body IS NULL AND t.file <> '' ORDER BY t.id LIMIT ?`;
  return db.all(sql, limit).map(testOf);
}

export function setBodies(db: DatabaseFile, bodies: ReadonlyMap<number, string>): void {
  db.transaction(() => {
    for (const [test, body] of bodies) db.run('UPDATE history_tests SET body = ? WHERE id = ?', body, test);
  });
}
