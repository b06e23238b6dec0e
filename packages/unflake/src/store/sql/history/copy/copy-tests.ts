/** Tests, their former names, and what is known about them beside results. */
import type { HistoryTestName } from '../../../history-port.ts';
import type { Connection, Statements } from '../../connection.ts';
import { runFor } from '../../for-rows.ts';
import { changeHistory } from '../change-history.ts';
import { joinWithin } from '../join-tests.ts';
import { type NamedAt, testIds } from '../test-ids.ts';

/** Of each test of the first store, its name and its row in the second. */
export type CopiedTests = ReadonlyMap<number, { readonly name: HistoryTestName; readonly id: number }>;

export async function copyTests(from: Connection, to: Connection): Promise<CopiedTests> {
  const rows = await from.all('SELECT id, name, file, words, first_seen_ms FROM history_tests ORDER BY id');
  const named: NamedAt[] = rows.map(({ name, file, words, first_seen_ms }) => ({
    test: { id: String(name), file: String(file), words: String(words) },
    atMs: Number(first_seen_ms),
  }));
  const former = await from.all('SELECT name, file, words, test_id FROM history_former_names ORDER BY test_id, name');
  const names = new Map(rows.map(({ id }, at) => [Number(id), named[at]!.test]));
  return await changeHistory(to, async (within) => {
    const idOf = await testIds(within, named);
    const joined = new Map<number, number>();
    for (const { name, file, words, test_id } of former) {
      const older = { id: String(name), file: String(file), words: String(words) };
      const test = idOf(names.get(Number(test_id))!);
      joined.set(test, await keepFormerName(within, older, joined.get(test) ?? test));
    }
    // Joining has moved some of them.
    const finalIdOf = await testIds(within, named);
    return new Map([...names].map(([id, name]) => [id, { name, id: finalIdOf(name) }]));
  });
}

/** The first store has proof that both names are one test. Returns its row. */
async function keepFormerName(db: Statements, { id, file, words }: HistoryTestName, test: number): Promise<number> {
  const own = await db.get('SELECT id FROM history_tests WHERE words = ? AND file = ?', words, file);
  if (own !== undefined) {
    if (Number(own.id) !== test) await joinWithin(db, test, Number(own.id));
    return Number(own.id);
  }
  const sql =
    'INSERT INTO history_former_names (name, file, words, test_id) VALUES (?, ?, ?, ?) ON CONFLICT (words, file) DO NOTHING';
  await db.run(sql, id, file, words, test);
  return test;
}

/** Where both have runs of one case, the later word counts. */
export async function copyProvoked(from: Connection, to: Connection, tests: CopiedTests): Promise<void> {
  const rows = await from.all('SELECT * FROM history_provoked ORDER BY test_id, source_id');
  const columns = {
    test: 'BIGINT',
    id: 'TEXT',
    source: 'TEXT',
    at_ms: 'BIGINT',
    runs: 'BIGINT',
    failures: 'BIGINT',
    says: 'TEXT',
  } as const;
  const given = rows.map(({ test_id, source_id, source, at_ms, runs, failures, says }) => ({
    test: tests.get(Number(test_id))!.id,
    id: String(source_id),
    source: String(source),
    at_ms: Number(at_ms),
    runs: Number(runs),
    failures: Number(failures),
    says: String(says),
  }));
  const sql = (table: string): string => `
    INSERT INTO history_provoked (test_id, source_id, source, at_ms, runs, failures, says)
    SELECT given.test, given.id, given.source, given.at_ms, given.runs, given.failures, given.says FROM ${table} WHERE true
    ON CONFLICT (test_id, source_id) DO UPDATE SET at_ms = excluded.at_ms, runs = excluded.runs,
      failures = excluded.failures, says = excluded.says WHERE excluded.at_ms > history_provoked.at_ms`;
  await changeHistory(to, (within) => runFor(within, columns, given, sql));
}

export async function copyBodies(from: Connection, to: Connection, tests: CopiedTests): Promise<void> {
  const rows = await from.all('SELECT id, body FROM history_tests WHERE body IS NOT NULL ORDER BY id');
  const given = rows.map(({ id, body }) => ({ test: tests.get(Number(id))!.id, body: String(body) }));
  const sql = (table: string): string => `UPDATE history_tests SET body = given.body FROM ${table}
    WHERE history_tests.id = given.test AND history_tests.body IS NULL`;
  await changeHistory(to, (within) => runFor(within, { test: 'BIGINT', body: 'TEXT' }, given, sql));
}

/** What was concluded from results that no store has any more. Everything else is concluded again. */
export async function copyConclusions(from: Connection, to: Connection, tests: CopiedTests): Promise<void> {
  const isGone = 'NOT EXISTS (SELECT 1 FROM history_results r WHERE r.test_id = history_tests.id)';
  const rows = await from.all(
    `SELECT id, status, hurt, assessment FROM history_tests WHERE assessment IS NOT NULL AND ${isGone} ORDER BY id`,
  );
  const columns = { test: 'BIGINT', status: 'TEXT', hurt: 'DOUBLE PRECISION', assessment: 'TEXT' } as const;
  const given = rows.map(({ id, status, hurt, assessment }) => ({
    test: tests.get(Number(id))!.id,
    status: String(status),
    hurt: Number(hurt),
    assessment: String(assessment),
  }));
  const sql = (table: string): string => `
    UPDATE history_tests SET status = given.status, hurt = given.hurt, assessment = given.assessment, stale = 0
    FROM ${table} WHERE history_tests.id = given.test AND history_tests.assessment IS NULL AND ${isGone}`;
  await changeHistory(to, (within) => runFor(within, columns, given, sql));
}
