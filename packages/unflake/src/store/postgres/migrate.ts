/** Brings the tables of a database up to date. They are in a schema of their own, beside whatever else the database has. */
import { STORE_FORMAT } from '../../contract/versions.ts';
import type { Statements } from '../sql/connection.ts';
import { type Format, isReadOnly, isRefused, tooNew } from '../sql/format.ts';
import { MIGRATIONS } from './migrations.ts';

export const SCHEMA = 'unflake';
/** Two processes that migrate at the same time take turns. Any number does, if all use the same. */
const MIGRATION_LOCK = 7_021_986;

/** Returns the format of a store that may be read and not written. `db` is inside a transaction. */
export async function migrate(db: Statements, place: string): Promise<Format | undefined> {
  await db.get('SELECT pg_advisory_xact_lock(?)', MIGRATION_LOCK);
  const table = await db.get('SELECT to_regclass(?) AS name', `${SCHEMA}.unflake_format`);
  if (table?.name === null) await create(db);
  const row = await db.get('SELECT major, minor FROM unflake_format');
  const format = { major: Number(row?.major), minor: Number(row?.minor) };
  if (isRefused(format)) throw tooNew(place, format);
  if (isReadOnly(format)) return format;
  const done = new Set((await db.all('SELECT number FROM unflake_migrations')).map(({ number }) => Number(number)));
  for (const { number, sql } of MIGRATIONS.filter((one) => !done.has(one.number))) {
    await db.run(sql);
    await db.run('INSERT INTO unflake_migrations VALUES (?)', number);
  }
  const { major, minor } = STORE_FORMAT;
  if (done.size < MIGRATIONS.length) await db.run('UPDATE unflake_format SET major = ?, minor = ?', major, minor);
  return undefined;
}

async function create(db: Statements): Promise<void> {
  await db.run(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
  await db.run('CREATE TABLE unflake_format (major INTEGER NOT NULL, minor INTEGER NOT NULL)');
  await db.run('CREATE TABLE unflake_migrations (number INTEGER PRIMARY KEY)');
  await db.run('INSERT INTO unflake_format VALUES (0, 0)');
}
