/** Tests that may be an older one under a new name. */
import type { HistoryTest, RenameCandidate } from '../../history-port.ts';
import type { Connection, Row, Statements } from '../connection.ts';
import { runFor } from '../for-rows.ts';
import { changeHistory } from './change-history.ts';
import { TEST_COLUMNS, testOf } from './rows.ts';

/** A test that is this many runs old, and for which no older one was found, is a test of its own. */
const SETTLED_RUNS = 20;
/** Older tests of one name or body: with more, no one of them is meant. */
const MAX_OLDER = 2;

type WithBody = HistoryTest & { readonly body: string | null };

/** Each test is looked at until it is settled, so that this costs nothing once a suite is known. */
export async function renameCandidates(db: Connection): Promise<readonly RenameCandidate[]> {
  const found = [
    ...(await pairs(db, 'o.words = t.words')),
    ...(await pairs(db, 't.body IS NOT NULL AND o.body = t.body AND o.words <> t.words')),
  ];
  await changeHistory(db, (within) =>
    within.run('UPDATE history_tests SET settled = 1 WHERE settled = 0 AND runs >= ?', SETTLED_RUNS),
  );
  const olderOf = new Map<number, number[]>();
  for (const { to, from } of found) olderOf.set(to, [...(olderOf.get(to) ?? []), from]);
  const candidates: RenameCandidate[] = [];
  for (const [key, older] of olderOf) {
    if (older.length > MAX_OLDER) continue;
    const to = await testWithBody(db, key);
    for (const from of older)
      candidates.push({ from: await testWithBody(db, from), to, runsSince: await runsSince(db, key) });
  }
  return candidates;
}

async function pairs(db: Statements, same: string): Promise<readonly { readonly to: number; readonly from: number }[]> {
  const sql = `SELECT t.id AS newer, o.id AS older FROM history_tests t
    JOIN history_tests o ON ${same} AND o.id < t.id AND o.last_seen_ms < t.first_seen_ms
    WHERE t.settled = 0 ORDER BY t.id, o.id`;
  return (await db.all(sql)).map(({ newer, older }) => ({ to: Number(newer), from: Number(older) }));
}

async function testWithBody(db: Statements, key: number): Promise<WithBody> {
  const row = (await db.get(`SELECT ${TEST_COLUMNS} FROM history_tests t WHERE t.id = ?`, key))!;
  return { ...testOf(row), body: bodyOf(row) };
}

const bodyOf = ({ body }: Row): string | null => (body === null ? null : String(body));

/** Commits since it was first seen on which it ran. */
async function runsSince(db: Statements, key: number): Promise<number> {
  const sql =
    'SELECT COUNT(DISTINCT h.commit_id) AS n FROM history_results r JOIN history_runs h ON h.id = r.run_id WHERE r.test_id = ?';
  return Number((await db.get(sql, key))!.n);
}

export async function bodiless(db: Statements, limit: number): Promise<readonly HistoryTest[]> {
  const sql = `SELECT ${TEST_COLUMNS} FROM history_tests t WHERE t.settled = 0 AND t.body IS NULL AND t.file <> '' AND t.file NOT LIKE '%/' ORDER BY t.id LIMIT ?`;
  return (await db.all(sql, limit)).map(testOf);
}

export async function setBodies(db: Connection, bodies: ReadonlyMap<number, string>): Promise<void> {
  const sql = (given: string): string =>
    `UPDATE history_tests SET body = given.body FROM ${given} WHERE history_tests.id = given.test`;
  const rows = [...bodies].map(([test, body]) => ({ test, body }));
  await changeHistory(db, (within) => runFor(within, { test: 'BIGINT', body: 'TEXT' }, rows, sql));
}
