/** Queries about what works on many tests at once, hunts and certifications: open, hold, close, find. Both are kept like a case, without a test. */
import { UnflakeError } from '../../contract/faults.ts';
import { type TestId, testId } from '../../contract/test-id.ts';
import { pack, unpack } from '../packed.ts';
import type { NewHunt, StoredHunt } from '../port.ts';
import { holdCase, type IdPrefix, insertCase } from './cases.ts';
import type { Connection } from './connection.ts';

/** What tells the two apart: the beginning of an id, and the word for people. */
export interface ManyTestsKind {
  readonly prefix: IdPrefix;
  readonly word: string;
}

export const HUNTS: ManyTestsKind = { prefix: 'h-', word: 'hunt' };
export const CERTIFICATIONS: ManyTestsKind = { prefix: 'cert-', word: 'certification' };

export function openHunt<Result>(
  db: Connection,
  { prefix }: ManyTestsKind,
  newHunt: NewHunt,
  random: { int(min: number, max: number): number },
): StoredHunt<Result> {
  return huntById<Result>(db, insertCase(db, prefix, { ...newHunt, test: testId('') }, random))!;
}

export function resumeHunt<Result>(db: Connection, kind: ManyTestsKind, id: string): StoredHunt<Result> {
  const found = findHunt<Result>(db, kind, id);
  holdCase(db, found.id);
  return huntById<Result>(db, found.id)!;
}

export function closeHunt(db: Connection, id: string, result: unknown, closedAtMs: number): void {
  db.run(
    'UPDATE cases SET closed_at_ms = ?, closing = ?, holder = NULL WHERE id = ?',
    Math.round(closedAtMs),
    pack(result),
    id,
  );
}

/** By id or a unique prefix; `latest` is the newest. */
export function findHunt<Result>(db: Connection, kind: ManyTestsKind, name: string): StoredHunt<Result> {
  const found = name === 'latest' ? newest(db, kind) : byBeginning(db, kind, name);
  if (found.length === 1) return huntById<Result>(db, found[0]!)!;
  const message = found.length > 1 ? `"${name}" is the prefix of several ${kind.word}s` : missing(kind, name);
  throw new UnflakeError('UNKNOWN_CASE', message, { case: name, matches: found });
}

/** Of both kinds, newest first. */
export function huntIds(db: Connection, max: number): readonly string[] {
  const isOne = `substr(id, 1, ${HUNTS.prefix.length}) = ? OR substr(id, 1, ${CERTIFICATIONS.prefix.length}) = ?`;
  const sql = `SELECT id FROM cases WHERE ${isOne} ORDER BY opened_at_ms DESC, rowid DESC LIMIT ?`;
  return db.all(sql, HUNTS.prefix, CERTIFICATIONS.prefix, max).map(({ id }) => String(id));
}

const missing = ({ word }: ManyTestsKind, name: string): string =>
  name === 'latest' ? `there is no ${word} yet` : `there is no ${word} "${name}"`;

function newest(db: Connection, { prefix }: ManyTestsKind): readonly string[] {
  const sql = 'SELECT id FROM cases WHERE substr(id, 1, ?) = ? ORDER BY opened_at_ms DESC, rowid DESC LIMIT 1';
  return db.all(sql, prefix.length, prefix).map(({ id }) => String(id));
}

function byBeginning(db: Connection, { prefix }: ManyTestsKind, name: string): readonly string[] {
  const start = name.startsWith(prefix) ? name : `${prefix}${name}`;
  const rows = db.all('SELECT id FROM cases WHERE substr(id, 1, ?) = ? ORDER BY id LIMIT 10', start.length, start);
  return rows.map(({ id }) => String(id));
}

function huntById<Result>(db: Connection, id: string): StoredHunt<Result> | undefined {
  const columns = 'id, root, runner, seed, opened_at_ms, closed_at_ms, options, suite, closing';
  const trials = '(SELECT count(*) FROM trials WHERE case_id = cases.id) AS trials';
  const row = db.get(`SELECT ${columns}, ${trials} FROM cases WHERE id = ?`, id);
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
