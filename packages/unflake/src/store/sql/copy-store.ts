/** Copies cases, hunts and certifications with everything recorded for them from one database to another, of either dialect. */
import { UnflakeError } from '../../contract/faults.ts';
import { unpack } from '../packed.ts';
import { type Connection, pidOf, type Row, type Statements, type Value } from './connection.ts';
import { copySummary } from './summaries.ts';

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns whose JSON each database keeps in its own way. */
  readonly packed: readonly string[];
}

const TRIAL = ['seq', 'key', 'phase', 'doing', 'ms', 'at_ms', 'ending', 'tally', 'settings'];
const PACKED_TRIAL = ['observations', 'problems', 'selection', 'command', 'output'];
const CASES: Table = {
  name: 'cases',
  columns: ['id', 'root', 'runner', 'test', 'seed', 'opened_at_ms', 'closed_at_ms', 'verdict', 'options'],
  packed: ['suite', 'closing'],
};
const TRIALS: Table = { name: 'trials', columns: ['case_id', ...TRIAL], packed: PACKED_TRIAL };
const VERIFICATIONS: Table = {
  name: 'verifications',
  columns: ['id', 'case_id', 'number', 'seed', 'opened_at_ms', 'closed_at_ms', 'options'],
  packed: ['suite', 'result'],
};
const VERIFICATION_TRIALS: Table = {
  name: 'verification_trials',
  columns: ['verification_id', ...TRIAL],
  packed: PACKED_TRIAL,
};

export interface Copied {
  /** Ids, in the order in which they were opened. */
  readonly copied: readonly string[];
  /** There already, with every trial. */
  readonly unchanged: readonly string[];
  readonly trials: number;
}

/** `ids`: all, when not given. Copying twice changes nothing; copying again later adds what was recorded since. */
export async function copyStore(
  from: Connection,
  to: Connection,
  ids: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Copied> {
  const known = (await from.all('SELECT id FROM cases ORDER BY opened_at_ms, rowid')).map(({ id }) => String(id));
  const missing = ids?.find((id) => !known.includes(id));
  if (missing !== undefined)
    throw new UnflakeError('UNKNOWN_CASE', `${from.place} has no case "${missing}"`, { case: missing, matches: [] });
  const copied: string[] = [];
  const unchanged: string[] = [];
  let trials = 0;
  for (const id of known.filter((one) => ids?.includes(one) ?? true)) {
    if (signal.aborted) break;
    const added = await to.transaction((within) => copyCase(from, { ...to, ...within }, id));
    if (added === null) unchanged.push(id);
    else copied.push(id);
    trials += added ?? 0;
  }
  return { copied, unchanged, trials };
}

/** How many trials it added; null where everything was there. */
async function copyCase(from: Connection, to: Connection, id: string): Promise<number | null> {
  const row = (await from.get('SELECT * FROM cases WHERE id = ?', id))!;
  const isNew = await insert(to, CASES, row);
  if (isNew) await copySummary(from, to, id);
  else await requireSame(row, to);
  let trials = await copyRows(from, to, TRIALS, 'case_id', id);
  let added = Number(isNew) + trials;
  for (const verification of await from.all('SELECT * FROM verifications WHERE case_id = ?', id)) {
    added += Number(await insert(to, VERIFICATIONS, verification));
    const own = await copyRows(from, to, VERIFICATION_TRIALS, 'verification_id', String(verification.id));
    added += own;
    trials += own;
  }
  if (!isNew && row.closing !== null) {
    const sql = 'UPDATE cases SET closed_at_ms = ?, verdict = ?, closing = ? WHERE id = ? AND closing IS NULL';
    const closed = await to.run(sql, row.closed_at_ms!, row.verdict!, repacked(to, row.closing!), id);
    if (closed > 0) await copySummary(from, to, id);
    added += closed;
  }
  return added === 0 ? null : trials;
}

/** Ids are short, so two stores can have used one for different cases. */
async function requireSame(row: Row, to: Connection): Promise<void> {
  const there = (await to.get('SELECT root, test, seed, opened_at_ms, holder FROM cases WHERE id = ?', row.id!))!;
  const holder = there.holder as string | null;
  if (holder !== null && (await to.isHeld(holder, to))) {
    const pid = pidOf(holder);
    throw new UnflakeError('CASE_BUSY', `case ${row.id} is held by process ${pid}`, { case: row.id, pid });
  }
  const isSame = ['root', 'test', 'seed', 'opened_at_ms'].every((name) => String(there[name]) === String(row[name]));
  if (isSame) return;
  const message = `${to.place} has another case with the id ${row.id}`;
  throw new UnflakeError('CASE_CHANGED', message, { caseId: row.id });
}

async function copyRows(from: Statements, to: Connection, table: Table, key: string, id: string): Promise<number> {
  const last = await to.get(`SELECT max(seq) AS seq, count(*) AS rows FROM ${table.name} WHERE ${key} = ?`, id);
  // Numbers have gaps where a step was interrupted, so only the same count up to the last one says that none is missing.
  const upTo = Number(last?.seq ?? 0);
  const here = await from.get(`SELECT count(*) AS rows FROM ${table.name} WHERE ${key} = ? AND seq <= ?`, id, upTo);
  const after = Number(here?.rows) === Number(last?.rows) ? upTo : 0;
  let added = 0;
  const seqs = await from.all(`SELECT seq FROM ${table.name} WHERE ${key} = ? AND seq > ? ORDER BY seq`, id, after);
  // One at a time: a trial has the output of its command.
  for (const { seq } of seqs) {
    const row = (await from.get(`SELECT * FROM ${table.name} WHERE ${key} = ? AND seq = ?`, id, seq!))!;
    added += Number(await insert(to, table, row));
  }
  return added;
}

async function insert(to: Connection, { name, columns, packed }: Table, row: Row): Promise<boolean> {
  const values = [...columns.map((column) => row[column]!), ...packed.map((column) => repacked(to, row[column]!))];
  const names = [...columns, ...packed];
  const places = names.map(() => '?').join(', ');
  const sql = `INSERT INTO ${name} (${names.join(', ')}) VALUES (${places}) ON CONFLICT DO NOTHING`;
  return (await to.run(sql, ...values)) === 1;
}

const repacked = (to: Connection, column: Value): Value => (column === null ? null : to.pack(unpack(column)));
