/** The rows of tests by their names: found, taken over from a name without a file, or made. */

import { canBeSameFile } from '../../../contract/reported-file.ts';
import type { HistoryTestName } from '../../history-port.ts';
import type { Row, Statements } from '../connection.ts';
import { type AboutGiven, allFor } from '../for-rows.ts';
import { storableName } from './storable.ts';

export interface NamedAt {
  readonly test: HistoryTestName;
  readonly atMs: number;
}

/** With more of one name, none of them is meant. */
const MAX_SAME_WORDS = 1_000;

export type TestIds = (name: HistoryTestName) => number;

interface Wanted {
  readonly name: HistoryTestName;
  readonly atMs: number;
}

/** Of all these names. Those that nobody knows are made. */
export async function testIds(db: Statements, named: Iterable<NamedAt>): Promise<TestIds> {
  const wanted = new Map<string, Wanted>();
  /** Most names are stored as they are given, and most are asked for many times. */
  const storedKeys = new Map<string, string>();
  for (const { test, atMs } of named) {
    const given = keyOf(test);
    if (storedKeys.has(given)) continue;
    const name = storableName(test);
    storedKeys.set(given, keyOf(name));
    if (!wanted.has(keyOf(name))) wanted.set(keyOf(name), { name, atMs });
  }
  const ids = new Map<string, number>();
  const missing = () => [...wanted].filter(([key]) => !ids.has(key));
  for (const known of [OWN, FORMER]) {
    const names = missing();
    for (const { place, id } of await withNames(db, known, names)) ids.set(names[Number(place)]![0], Number(id));
  }
  const { fresh, shared } = await byOthers(db, missing());
  for (const [key, id] of await insertTests(db, fresh)) ids.set(key, id);
  for (const [key, { name, atMs }] of shared)
    ids.set(key, (await takeOver(db, name)) ?? (await makeTest(db, name, atMs)));
  return (name) => ids.get(storedKeys.get(keyOf(name))!)!;
}

type Entry = readonly [key: string, Wanted];

const keyOf = ({ file, words }: HistoryTestName): string => `${words}\n${file}`;

const OWN = (given: string): string =>
  `SELECT given.place, t.id FROM ${given} CROSS JOIN history_tests t WHERE t.words = given.words AND t.file = given.file`;
const FORMER = (given: string): string =>
  `SELECT given.place, f.test_id AS id FROM ${given} CROSS JOIN history_former_names f
    WHERE f.words = given.words AND f.file = given.file`;
const SAME_WORDS = (given: string): string =>
  `SELECT given.place FROM ${given} CROSS JOIN history_tests t WHERE t.words = given.words`;

function withNames(db: Statements, sql: AboutGiven, names: readonly Entry[]): Promise<readonly Row[]> {
  const rows = names.map(([, { name }], place) => ({ place, words: name.words, file: name.file }));
  return allFor(db, { place: 'BIGINT', words: 'TEXT', file: 'TEXT' }, rows, sql);
}

/** Names that share their words with others are looked at one by one, because one may be another without its file. */
async function byOthers(db: Statements, names: readonly Entry[]) {
  const count = new Map<string, number>();
  for (const [, { name }] of names) count.set(name.words, (count.get(name.words) ?? 0) + 1);
  const known = new Set((await withNames(db, SAME_WORDS, names)).map(({ place }) => Number(place)));
  const isShared = ([, { name }]: Entry, place: number) => known.has(place) || count.get(name.words)! > 1;
  return { fresh: names.filter((one, place) => !isShared(one, place)), shared: names.filter(isShared) };
}

async function insertTests(db: Statements, fresh: readonly Entry[]): Promise<readonly (readonly [string, number])[]> {
  const columns = { place: 'BIGINT', name: 'TEXT', file: 'TEXT', words: 'TEXT', at_ms: 'BIGINT' } as const;
  const rows = fresh.map(([, { name, atMs }], place) => ({
    place,
    name: name.id,
    file: name.file,
    words: name.words,
    at_ms: atMs,
  }));
  const sql = (given: string): string => `INSERT INTO history_tests
    (name, file, words, first_seen_ms, last_seen_ms, runs, failures, stale, settled, status, hurt)
    SELECT given.name, given.file, given.words, given.at_ms, given.at_ms, 0, 0, 0, 0, 'healthy', 0
    FROM ${given} ORDER BY given.place RETURNING id, words`;
  const keys = new Map(fresh.map(([key, { name }]) => [name.words, key]));
  const inserted = await allFor(db, columns, rows, sql);
  return inserted.map(({ id, words }) => [keys.get(String(words))!, Number(id)] as const);
}

async function makeTest(db: Statements, { id, file, words }: HistoryTestName, atMs: number): Promise<number> {
  const sql = `INSERT INTO history_tests
    (name, file, words, first_seen_ms, last_seen_ms, runs, failures, stale, settled, status, hurt)
    VALUES (?, ?, ?, ?, ?, 0, 0, 0, 0, 'healthy', 0) RETURNING id`;
  return Number((await db.get(sql, id, file, words, atMs, atMs))!.id);
}

/** A test that has this name, or had it, or is the only one that it can be where one of the two names has no file. */
export async function findTest(db: Statements, given: HistoryTestName): Promise<number | null> {
  const name = storableName(given);
  const { words, file } = name;
  const own = await db.get('SELECT id FROM history_tests WHERE words = ? AND file = ?', words, file);
  if (own !== undefined) return Number(own.id);
  const former = 'SELECT test_id AS id FROM history_former_names WHERE words = ? AND file = ?';
  const before = await db.get(former, words, file);
  if (before !== undefined) return Number(before.id);
  return (await withoutFile(db, name))?.id ?? null;
}

/** A format that says the file knows more; from now on that is the name. */
async function takeOver(db: Statements, name: HistoryTestName): Promise<number | null> {
  const found = await withoutFile(db, name);
  if (found === null) return null;
  const { id, file } = name;
  if (file.length > found.file.length)
    await db.run('UPDATE history_tests SET file = ?, name = ? WHERE id = ?', file, id, found.id);
  return found.id;
}

/** The one test that has these words in a file that can be the same. Of a test without file and package, several in a project can be meant. */
async function withoutFile(
  db: Statements,
  { words, file }: HistoryTestName,
): Promise<{ readonly id: number; readonly file: string } | null> {
  const sql = 'SELECT id, file FROM history_tests WHERE words = ? ORDER BY id LIMIT ?';
  const same = (await db.all(sql, words, MAX_SAME_WORDS)).map((row) => ({
    id: Number(row.id),
    file: String(row.file),
  }));
  const [only, ...others] = same.filter(
    (one) => canBeSameFile(one.file, file) && (one.file !== '' || file === '' || same.length === 1),
  );
  return only === undefined || others.length > 0 ? null : only;
}
