/** Opens the database file: settings, format check, migrations. It does not know the tables. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isFault, UnflakeError } from '../../contract/faults.ts';
import { STORE_FORMAT } from '../../contract/versions.ts';
import { isAlive, ownIdentity } from '../../proc/process-identity.ts';
import { type Database, openDatabase, type SqlStatement } from '../../sqlite/driver.ts';
import { pack } from '../packed.ts';
import type { Connection, Row, Statements, StoreFacts, Value } from '../sql/connection.ts';
import { type Format, isOlder, isReadOnly, isRefused, tooNew } from '../sql/format.ts';
import { inTurn } from '../sql/in-turn.ts';
import { SQLITE_DIALECT } from './dialect.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { guarded } from './sqlite-faults.ts';

export const connect = (path: string): Connection => connectionOf(openFile(path));

/** SQLite answers at once; the port is that of databases that do not. */
export function connectionOf(file: DatabaseFile): Connection {
  const turn = inTurn();
  const statements: Statements = {
    dialect: SQLITE_DIALECT,
    get: async (sql, ...values) => file.get(sql, ...values),
    all: async (sql, ...values) => file.all(sql, ...values),
    run: async (sql, ...values) => file.run(sql, ...values),
  };
  return {
    place: file.path,
    address: file.path,
    holder: ownIdentity(),
    dialect: SQLITE_DIALECT,
    isHeld: async (holder) => isAlive(holder),
    pack,
    get: (sql, ...values) => turn(() => statements.get(sql, ...values)),
    all: (sql, ...values) => turn(() => statements.all(sql, ...values)),
    run: (sql, ...values) => turn(() => statements.run(sql, ...values)),
    transaction: (work) =>
      turn(async () => {
        file.begin();
        try {
          const result = await work(statements);
          file.commit();
          return result;
        } catch (error) {
          file.rollBack();
          throw error;
        }
      }),
    facts: () => turn(async () => factsOf(file)),
    close: () => turn(async () => file.close()),
  };
}

function factsOf(file: DatabaseFile): StoreFacts {
  const bytes = [file.path, `${file.path}-wal`].map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0);
  const version = String(file.get('SELECT sqlite_version() AS version')?.version);
  return { kind: 'SQLite', version, bytes: bytes.reduce((sum, one) => sum + one, 0) };
}

export function openFile(path: string): DatabaseFile {
  return guarded(path, () => {
    makeFolder(dirname(path));
    const database = openDatabase(path);
    try {
      return prepared(path, database);
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

function prepared(path: string, database: Database): DatabaseFile {
  // WAL with synchronous=NORMAL: a killed process loses nothing. A power failure may lose the last trials, which then simply run again.
  // FULL would cost a disk flush per trial.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;');
  const connection = new DatabaseFile(path, database);
  const format = readFormat(connection);
  if (format === undefined) create(connection);
  else if (isRefused(format)) throw tooNew(path, format);
  else if (isReadOnly(format)) connection.readOnlyBecause(format);
  else migrate(connection, format);
  return connection;
}

function readFormat(connection: DatabaseFile): Format | undefined {
  const tables = connection.all(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`);
  if (tables.length === 0) return undefined;
  if (!tables.some(({ name }) => name === 'unflake_format')) {
    const why = 'it is not a store of unflake';
    throw new UnflakeError('STORE_UNREADABLE', `the store ${connection.path} cannot be used: ${why}`, {
      store: connection.path,
      why,
    });
  }
  const row = connection.get('SELECT major, minor FROM unflake_format');
  return row === undefined ? undefined : { major: Number(row.major), minor: Number(row.minor) };
}

function create(connection: DatabaseFile): void {
  connection.transaction(() => {
    // Two processes may have found the file empty; the second sees that it is already migrated.
    connection.run('CREATE TABLE IF NOT EXISTS unflake_format (major INTEGER NOT NULL, minor INTEGER NOT NULL) STRICT');
    connection.run('CREATE TABLE IF NOT EXISTS unflake_migrations (number INTEGER PRIMARY KEY) STRICT');
    connection.run('INSERT INTO unflake_format SELECT 0, 0 WHERE NOT EXISTS (SELECT 1 FROM unflake_format)');
  });
  migrate(connection, EMPTY);
}

/** Writes nothing where nothing is to be done: who writes waits for others who write, and most who open a store only read. */
function migrate(connection: DatabaseFile, format: Format): void {
  const done = new Set(connection.all('SELECT number FROM unflake_migrations').map(({ number }) => number));
  for (const { number, sql } of MIGRATIONS) {
    if (done.has(number)) continue;
    connection.transaction(() => {
      // Inserts its own number first: of two concurrent migrations only one gets past this line.
      if (connection.run('INSERT OR IGNORE INTO unflake_migrations VALUES (?)', number) === 0) return;
      for (const statement of sql.split(';\n').filter((text) => text.trim() !== '')) connection.run(statement);
    });
  }
  if (!isOlder(format)) return;
  connection.run(
    'UPDATE unflake_format SET major = ?, minor = ? WHERE (major, minor) < (?, ?)',
    ...twice(STORE_FORMAT),
  );
}

/** Of a file without tables. */
const EMPTY: Format = { major: 0, minor: 0 };

const twice = ({ major, minor }: Format) => [major, minor, major, minor] as const;

/** One open file. All queries go through `get`, `all` and `run`, which turn errors into faults. */
export class DatabaseFile {
  readonly path: string;
  readonly #database: Database;
  readonly #statements = new Map<string, SqlStatement>();
  #newer: Format | undefined;

  constructor(path: string, database: Database) {
    this.path = path;
    this.#database = database;
  }

  /** A newer minor format may be read but not written. */
  readOnlyBecause(format: Format): void {
    this.#newer = format;
  }

  get(sql: string, ...values: readonly Value[]): Row | undefined {
    return guarded(this.path, () => this.#statement(sql).get(...values) as Row | undefined);
  }

  all(sql: string, ...values: readonly Value[]): readonly Row[] {
    return guarded(this.path, () => this.#statement(sql).all(...values) as Row[]);
  }

  /** The number of changed rows. STORE_TOO_NEW when a newer unflake has written the file. */
  run(sql: string, ...values: readonly Value[]): number {
    if (this.#newer !== undefined) throw tooNew(this.path, this.#newer);
    return guarded(this.path, () => Number(this.#statement(sql).run(...values).changes));
  }

  transaction<Result>(work: () => Result): Result {
    this.begin();
    try {
      const result = work();
      this.commit();
      return result;
    } catch (error) {
      this.rollBack();
      throw error;
    }
  }

  begin(): void {
    this.run('BEGIN IMMEDIATE');
  }

  commit(): void {
    this.run('COMMIT');
  }

  /** SQLite may have rolled back by itself, for example when the disk is full. */
  rollBack(): void {
    if (this.#database.isTransaction) this.run('ROLLBACK');
  }

  close(): void {
    if (!this.#database.isOpen) return;
    if (this.#newer === undefined) this.#moveLogOver();
    this.#statements.clear();
    this.#database.close();
  }

  /** The driver closes the file only when its statements are garbage-collected, so the log is checkpointed first. */
  #moveLogOver(): void {
    try {
      guarded(this.path, () => this.#database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)'));
    } catch (error) {
      // On a full disk the data stays in the log, and the next process that opens the file reads it from there.
      if (!isFault(error)) throw error;
    }
  }

  #statement(sql: string): SqlStatement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** Makes a folder and those above it. Level by level, because node's own recursive call never ends where a parent refuses with ENOENT, as /proc does. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have been faster.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
