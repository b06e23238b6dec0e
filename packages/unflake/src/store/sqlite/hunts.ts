/** Queries about hunts: open, hold, close, find. A hunt is kept like a case, without a test. */
import { UnflakeError } from '../../contract/faults.ts';
import type { HuntResult } from '../../contract/hunt.ts';
import { type TestId, testId } from '../../contract/test-id.ts';
import { pack, unpack } from '../packed.ts';
import type { NewHunt, StoredHunt } from '../port.ts';
import { holdCase, insertCase } from './cases.ts';
import type { Connection } from './connection.ts';

export function openHunt(
  db: Connection,
  newHunt: NewHunt,
  random: { int(min: number, max: number): number },
): StoredHunt {
  return huntById(db, insertCase(db, 'h-', { ...newHunt, test: testId('') }, random))!;
}

export function resumeHunt(db: Connection, id: string): StoredHunt {
  const found = findHunt(db, id);
  holdCase(db, found.id);
  return huntById(db, found.id)!;
}

export function closeHunt(db: Connection, id: string, result: HuntResult, closedAtMs: number): void {
  db.run(
    'UPDATE cases SET closed_at_ms = ?, closing = ?, holder = NULL WHERE id = ?',
    Math.round(closedAtMs),
    pack(result),
    id,
  );
}

/** By id or a unique prefix; `latest` is the newest. */
export function findHunt(db: Connection, name: string): StoredHunt {
  const found = name === 'latest' ? newest(db) : byBeginning(db, name);
  if (found.length === 1) return huntById(db, found[0]!)!;
  const message = found.length > 1 ? `"${name}" is the prefix of several hunts` : missing(name);
  throw new UnflakeError('UNKNOWN_CASE', message, { case: name, matches: found });
}

const missing = (name: string): string => (name === 'latest' ? 'there is no hunt yet' : `there is no hunt "${name}"`);

function newest(db: Connection): readonly string[] {
  const sql = `SELECT id FROM cases WHERE substr(id, 1, 2) = 'h-' ORDER BY opened_at_ms DESC, rowid DESC LIMIT 1`;
  return db.all(sql).map(({ id }) => String(id));
}

function byBeginning(db: Connection, name: string): readonly string[] {
  const start = name.startsWith('h-') ? name : `h-${name}`;
  const rows = db.all('SELECT id FROM cases WHERE substr(id, 1, ?) = ? ORDER BY id LIMIT 10', start.length, start);
  return rows.map(({ id }) => String(id));
}

function huntById(db: Connection, id: string): StoredHunt | undefined {
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
    result: row.closing === null ? null : unpack<HuntResult>(row.closing),
  };
}
