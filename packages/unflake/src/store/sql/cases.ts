/** Queries about cases: open, hold, close, find. */
import { UnflakeError } from '../../contract/faults.ts';
import type { TestId } from '../../contract/test-id.ts';
import { unpack } from '../packed.ts';
import type { CaseClosing, NewCase, StoredCase, StoredCaseSummary } from '../port.ts';
import { type Connection, pidOf, type Row, type Statements } from './connection.ts';
import { closeSummary, openSummary, resultSummary } from './summaries.ts';

/** Hunts and certifications are in the same table, because trials belong to any; the id says which it is. */
export type IdPrefix = 'c-' | 'h-' | 'cert-';
const IS_CASE = "substr(id, 1, 2) = 'c-'";

const SUMMARY = `
  SELECT id, root, runner, test, seed, opened_at_ms, closed_at_ms, verdict,
    (SELECT count(*) FROM trials WHERE case_id = cases.id) AS trials
  FROM cases`;

export async function openCase(
  db: Connection,
  newCase: NewCase,
  random: { int(min: number, max: number): number },
): Promise<StoredCase> {
  return (await caseById(db, await insertCase(db, 'c-', newCase, random)))!;
}

/** Returns the id. */
export function insertCase(
  db: Connection,
  prefix: IdPrefix,
  newCase: NewCase,
  random: { int(min: number, max: number): number },
): Promise<string> {
  const { root, runner, test, seed, openedAtMs, options, suite } = newCase;
  return db.transaction(async (within) => {
    let id = drawCaseId(prefix, random);
    // The same seed draws the same ids again.
    while ((await within.get('SELECT 1 FROM cases WHERE id = ?', id)) !== undefined) id = drawCaseId(prefix, random);
    await within.run(
      `INSERT INTO cases (id, root, runner, test, seed, opened_at_ms, holder, options, suite)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      root,
      runner,
      test,
      seed,
      Math.round(openedAtMs),
      db.holder,
      JSON.stringify(options),
      db.pack(suite),
    );
    await openSummary(within, id, suite.length);
    return id;
  });
}

export async function resumeCase(db: Connection, id: string): Promise<StoredCase> {
  await holdCase(db, id);
  return (await caseById(db, id))!;
}

/** Locks it for this process and removes its closing. */
export function holdCase(db: Connection, id: string): Promise<void> {
  return db.transaction(async (within) => {
    // Of two processes that ask at the same moment, the second waits here until the first has the case.
    if ((await within.run('UPDATE cases SET holder = holder WHERE id = ?', id)) === 0) throw unknownCase(id, []);
    const holder = (await within.get('SELECT holder FROM cases WHERE id = ?', id))!.holder as string | null;
    if (holder !== null && (await db.isHeld(holder, within))) {
      const pid = pidOf(holder);
      throw new UnflakeError('CASE_BUSY', `case ${id} is held by process ${pid}`, { case: id, pid });
    }
    await within.run(
      'UPDATE cases SET holder = ?, closed_at_ms = NULL, verdict = NULL, closing = NULL WHERE id = ?',
      db.holder,
      id,
    );
  });
}

export async function releaseCase(db: Connection, id: string): Promise<void> {
  await db.run('UPDATE cases SET holder = NULL WHERE id = ? AND holder = ?', id, db.holder);
}

export async function closeCase(db: Connection, id: string, closing: CaseClosing, closedAtMs: number): Promise<void> {
  const atMs = Math.round(closedAtMs);
  await db.transaction(async (within) => {
    const sql = 'UPDATE cases SET closed_at_ms = ?, verdict = ?, closing = ?, holder = NULL WHERE id = ?';
    await within.run(sql, atMs, closing.diagnosis.verdict, db.pack(closing), id);
    await closeSummary(within, id, atMs, resultSummary(id, closing));
  });
}

export async function findCase(db: Statements, name: string): Promise<StoredCase> {
  const found = await (name === 'latest' ? newest(db) : byBeginning(db, name));
  if (found.length === 1) return (await caseById(db, found[0]!))!;
  throw unknownCase(name, found);
}

async function newest(db: Statements): Promise<readonly string[]> {
  const sql = `SELECT id FROM cases WHERE ${IS_CASE} ORDER BY opened_at_ms DESC, rowid DESC LIMIT 1`;
  return (await db.all(sql)).map(({ id }) => String(id));
}

async function byBeginning(db: Statements, name: string): Promise<readonly string[]> {
  if ((await db.get(`SELECT 1 FROM cases WHERE id = ? AND ${IS_CASE}`, name)) !== undefined) return [name];
  const start = name.startsWith('c-') ? name : `c-${name}`;
  const rows = await db.all(
    'SELECT id FROM cases WHERE substr(id, 1, ?) = ? ORDER BY id LIMIT 10',
    start.length,
    start,
  );
  return rows.map(({ id }) => String(id));
}

function unknownCase(name: string, matches: readonly string[]): UnflakeError {
  const message =
    matches.length > 1
      ? `"${name}" is the prefix of several cases: ${matches.join(', ')}`
      : name === 'latest'
        ? 'there is no case yet'
        : `there is no case "${name}"`;
  return new UnflakeError('UNKNOWN_CASE', message, { case: name, matches });
}

async function caseById(db: Statements, id: string): Promise<StoredCase | undefined> {
  const row = await db.get(`${SUMMARY.replace('verdict,', 'verdict, options, suite, closing,')} WHERE id = ?`, id);
  if (row === undefined) return undefined;
  return {
    ...summaryOf(row),
    suite: unpack<readonly TestId[]>(row.suite),
    options: JSON.parse(String(row.options)),
    closing: row.closing === null ? null : unpack<CaseClosing>(row.closing),
  };
}

function summaryOf(row: Row): StoredCaseSummary {
  return {
    id: String(row.id),
    root: String(row.root),
    runner: String(row.runner),
    test: String(row.test) as TestId,
    seed: Number(row.seed),
    openedAtMs: Number(row.opened_at_ms),
    closedAtMs: row.closed_at_ms === null ? null : Number(row.closed_at_ms),
    verdict: row.verdict === null ? null : String(row.verdict),
    trials: Number(row.trials),
  };
}

/** Ids of cases and hunts: short, and without characters that look alike. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 6;

function drawCaseId(prefix: string, random: { int(min: number, max: number): number }): string {
  let id = prefix;
  for (let at = 0; at < LENGTH; at += 1) id += LETTERS[random.int(0, LETTERS.length - 1)];
  return id;
}
