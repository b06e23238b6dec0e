/** Questions about tests: a page of them, one by its name, and what was decided about them. */
import type { Assessed, HistoryPage, HistoryQuery, HistoryTest } from '../../history-port.ts';
import type { Value } from '../../sql/connection.ts';
import type { DatabaseFile } from '../connection.ts';
import { TEST_COLUMNS, testOf } from './rows.ts';

export function page(db: DatabaseFile, { status, contains, limit, offset }: HistoryQuery): HistoryPage {
  const conditions: string[] = [];
  const values: Value[] = [];
  if (status !== null) {
    conditions.push(`t.status IN (${status.map(() => '?').join(', ')})`);
    values.push(...status);
  }
  if (contains !== null) {
    conditions.push(`t.name LIKE ? ESCAPE '!'`);
    values.push(containing(contains));
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const order = 'ORDER BY t.hurt DESC, t.failures DESC, t.id';
  const tests = db
    .all(`SELECT ${TEST_COLUMNS} FROM history_tests t ${where} ${order} LIMIT ? OFFSET ?`, ...values, limit, offset)
    .map(testOf);
  return { tests, total: Number(db.get(`SELECT COUNT(*) AS n FROM history_tests t ${where}`, ...values)!.n) };
}

export function findTests(db: DatabaseFile, text: string, limit: number): readonly HistoryTest[] {
  const whole = db.all(`SELECT ${TEST_COLUMNS} FROM history_tests t WHERE t.name = ? LIMIT ?`, text, limit);
  if (whole.length > 0) return whole.map(testOf);
  const former = `SELECT ${TEST_COLUMNS} FROM history_former_names f JOIN history_tests t ON t.id = f.test_id WHERE f.name = ? LIMIT ?`;
  const before = db.all(former, text, limit);
  if (before.length > 0) return before.map(testOf);
  return page(db, { status: null, contains: text, limit, offset: 0 }).tests;
}

const containing = (text: string): string => `%${text.replace(/[!%_]/g, '!$&')}%`;

export function testByKey(db: DatabaseFile, key: number): HistoryTest {
  return testOf(db.get(`SELECT ${TEST_COLUMNS} FROM history_tests t WHERE t.id = ?`, key)!);
}

export function formerNames(db: DatabaseFile, test: number): readonly string[] {
  return db
    .all('SELECT name FROM history_former_names WHERE test_id = ? ORDER BY name', test)
    .map(({ name }) => String(name));
}

export function unassessed(db: DatabaseFile): readonly HistoryTest[] {
  return db.all(`SELECT ${TEST_COLUMNS} FROM history_tests t WHERE t.stale = 1 ORDER BY t.id`).map(testOf);
}

export function assess(db: DatabaseFile, assessed: readonly (Assessed & { readonly test: number })[]): void {
  db.transaction(() => {
    for (const { test, status, hurt, assessment } of assessed) {
      db.run(
        'UPDATE history_tests SET status = ?, hurt = ?, assessment = ?, stale = 0 WHERE id = ?',
        status,
        hurt,
        JSON.stringify(assessment),
        test,
      );
    }
  });
}
