/** Questions about tests: a page of them, one by its name, and what was decided about them. */
import type { Assessed, HistoryPage, HistoryQuery, HistoryTest } from '../../history-port.ts';
import type { Connection, Statements, Value } from '../connection.ts';
import { runFor } from '../for-rows.ts';
import { changeHistory } from './change-history.ts';
import { TEST_COLUMNS, testOf } from './rows.ts';
import { storable } from './storable.ts';

const ORDERS = {
  hurt: 't.hurt DESC, t.failures DESC, t.id',
  name: 't.name, t.id',
  'last-seen': 't.last_seen_ms DESC, t.name, t.id',
} as const;

export async function page(
  db: Statements,
  { status, contains, order = 'hurt', limit, offset }: HistoryQuery,
): Promise<HistoryPage> {
  const conditions: string[] = [];
  const values: Value[] = [];
  if (status !== null) {
    conditions.push(`t.status IN (${status.map(() => '?').join(', ')})`);
    values.push(...status);
  }
  if (contains !== null) {
    // LIKE heeds case in one database and not in the other.
    conditions.push(`LOWER(t.name) LIKE LOWER(?) ESCAPE '!'`);
    values.push(containing(contains));
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const sql = `SELECT ${TEST_COLUMNS} FROM history_tests t ${where} ORDER BY ${ORDERS[order]} LIMIT ? OFFSET ?`;
  const tests = (await db.all(sql, ...values, limit, offset)).map(testOf);
  if (tests.length < limit && (tests.length > 0 || offset === 0)) return { tests, total: offset + tests.length };
  const count = await db.get(`SELECT COUNT(*) AS n FROM history_tests t ${where}`, ...values);
  return { tests, total: Number(count!.n) };
}

export async function findTests(db: Statements, text: string, limit: number): Promise<readonly HistoryTest[]> {
  const id = storable(text);
  const whole = await db.all(`SELECT ${TEST_COLUMNS} FROM history_tests t WHERE t.name = ? LIMIT ?`, id, limit);
  if (whole.length > 0) return whole.map(testOf);
  const former = `SELECT ${TEST_COLUMNS} FROM history_former_names f JOIN history_tests t ON t.id = f.test_id WHERE f.name = ? LIMIT ?`;
  const before = await db.all(former, id, limit);
  if (before.length > 0) return before.map(testOf);
  return (await page(db, { status: null, contains: id, limit, offset: 0 })).tests;
}

const containing = (text: string): string => `%${storable(text).replace(/[!%_]/g, '!$&')}%`;

export async function testByKey(db: Statements, key: number): Promise<HistoryTest> {
  return testOf((await db.get(`SELECT ${TEST_COLUMNS} FROM history_tests t WHERE t.id = ?`, key))!);
}

export async function formerNames(db: Statements, test: number): Promise<readonly string[]> {
  const rows = await db.all('SELECT name FROM history_former_names WHERE test_id = ? ORDER BY name', test);
  return rows.map(({ name }) => String(name));
}

export async function unassessed(db: Statements): Promise<readonly HistoryTest[]> {
  return (await db.all(`SELECT ${TEST_COLUMNS} FROM history_tests t WHERE t.stale = 1 ORDER BY t.id`)).map(testOf);
}

export async function assess(
  db: Connection,
  assessed: readonly (Assessed & { readonly test: number })[],
): Promise<void> {
  const columns = { test: 'BIGINT', status: 'TEXT', hurt: 'DOUBLE PRECISION', assessment: 'TEXT' } as const;
  const sql = (given: string): string =>
    `UPDATE history_tests SET status = given.status, hurt = given.hurt, assessment = given.assessment, stale = 0
      FROM ${given} WHERE history_tests.id = given.test`;
  const rows = assessed.map(({ assessment, ...one }) => ({ ...one, assessment: JSON.stringify(assessment) }));
  await changeHistory(db, (within) => runFor(within, columns, rows, sql));
}
