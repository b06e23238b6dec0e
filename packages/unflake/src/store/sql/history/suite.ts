/** The suite as a whole: how many tests are in which state, and what was decided about those that have failed. */
import type { DecidedTest, NamedStatus, StatusCount } from '../../history-port.ts';
import type { Statements } from '../connection.ts';

export async function statuses(db: Statements): Promise<readonly StatusCount[]> {
  const sql =
    'SELECT status, COUNT(*) AS tests, MAX(last_seen_ms) AS last FROM history_tests GROUP BY status ORDER BY status';
  return (await db.all(sql)).map(({ status, tests, last }) => ({
    status: String(status),
    tests: Number(tests),
    lastSeenMs: Number(last),
  }));
}

export async function names(db: Statements): Promise<readonly NamedStatus[]> {
  const rows = await db.all('SELECT name, file, words, status FROM history_tests ORDER BY id');
  return rows.map(({ name, file, words, status }) => ({
    id: String(name),
    file: String(file),
    words: String(words),
    status: String(status),
  }));
}

export async function decided(db: Statements): Promise<readonly DecidedTest[]> {
  const rows = await db.all('SELECT id, assessment FROM history_tests WHERE assessment IS NOT NULL ORDER BY id');
  return rows.map(({ id, assessment }) => ({ key: Number(id), assessment: JSON.parse(String(assessment)) }));
}
