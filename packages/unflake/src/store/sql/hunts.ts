/** Queries about what works on many tests at once, hunts and certifications: open, hold, close, find. Both are kept like a case, without a test. */
import { UnflakeError } from '../../contract/faults.ts';
import { type TestId, testId } from '../../contract/test-id.ts';
import { unpack } from '../packed.ts';
import type { NewHunt, StoredHunt } from '../port.ts';
import { holdCase, type IdPrefix, insertCase } from './cases.ts';
import type { Connection, Statements } from './connection.ts';
import { closeSummary, resultSummary } from './summaries.ts';

/** What tells the two apart: the beginning of an id, and the word for people. */
export interface ManyTestsKind {
  readonly prefix: IdPrefix;
  readonly word: string;
}

export const HUNTS: ManyTestsKind = { prefix: 'h-', word: 'hunt' };
export const CERTIFICATIONS: ManyTestsKind = { prefix: 'cert-', word: 'certification' };

export async function openHunt<Result>(
  db: Connection,
  { prefix }: ManyTestsKind,
  newHunt: NewHunt,
  random: { int(min: number, max: number): number },
): Promise<StoredHunt<Result>> {
  const id = await insertCase(db, prefix, { ...newHunt, test: testId('') }, random);
  return (await huntById<Result>(db, id))!;
}

export async function resumeHunt<Result>(db: Connection, kind: ManyTestsKind, id: string): Promise<StoredHunt<Result>> {
  const found = await findHunt<Result>(db, kind, id);
  await holdCase(db, found.id);
  return (await huntById<Result>(db, found.id))!;
}

export async function closeHunt(db: Connection, id: string, result: unknown, closedAtMs: number): Promise<void> {
  const atMs = Math.round(closedAtMs);
  await db.transaction(async (within) => {
    const sql = 'UPDATE cases SET closed_at_ms = ?, closing = ?, holder = NULL WHERE id = ?';
    await within.run(sql, atMs, db.pack(result), id);
    await closeSummary(within, id, atMs, resultSummary(id, result));
  });
}

/** By id or a unique prefix; `latest` is the newest. */
export async function findHunt<Result>(db: Statements, kind: ManyTestsKind, name: string): Promise<StoredHunt<Result>> {
  const found = await (name === 'latest' ? newest(db, kind) : byBeginning(db, kind, name));
  if (found.length === 1) return (await huntById<Result>(db, found[0]!))!;
  const message = found.length > 1 ? `"${name}" is the prefix of several ${kind.word}s` : missing(kind, name);
  throw new UnflakeError('UNKNOWN_CASE', message, { case: name, matches: found });
}

const missing = ({ word }: ManyTestsKind, name: string): string =>
  name === 'latest' ? `there is no ${word} yet` : `there is no ${word} "${name}"`;

async function newest(db: Statements, { prefix }: ManyTestsKind): Promise<readonly string[]> {
  const sql = 'SELECT id FROM cases WHERE substr(id, 1, ?) = ? ORDER BY opened_at_ms DESC, rowid DESC LIMIT 1';
  return (await db.all(sql, prefix.length, prefix)).map(({ id }) => String(id));
}

async function byBeginning(db: Statements, { prefix }: ManyTestsKind, name: string): Promise<readonly string[]> {
  const start = name.startsWith(prefix) ? name : `${prefix}${name}`;
  const rows = await db.all(
    'SELECT id FROM cases WHERE substr(id, 1, ?) = ? ORDER BY id LIMIT 10',
    start.length,
    start,
  );
  return rows.map(({ id }) => String(id));
}

async function huntById<Result>(db: Statements, id: string): Promise<StoredHunt<Result> | undefined> {
  const columns = 'id, root, runner, seed, opened_at_ms, closed_at_ms, options, suite, closing';
  const trials = '(SELECT count(*) FROM trials WHERE case_id = cases.id) AS trials';
  const row = await db.get(`SELECT ${columns}, ${trials} FROM cases WHERE id = ?`, id);
  if (row === undefined) return undefined;
  return {
    id: String(row.id),
    root: String(row.root),
    runner: String(row.runner),
    seed: Number(row.seed),
    openedAtMs: Number(row.opened_at_ms),
    closedAtMs: row.closed_at_ms === null ? null : Number(row.closed_at_ms),
    trials: Number(row.trials),
    suite: unpack<readonly TestId[]>(row.suite),
    options: JSON.parse(String(row.options)),
    result: row.closing === null ? null : unpack<Result>(row.closing),
  };
}
