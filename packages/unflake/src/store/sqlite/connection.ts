/** Opens the database file: settings, format check, migrations. It does not know the tables. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isFault, UnflakeError } from '../../contract/faults.ts';
import { STORE_FORMAT } from '../../contract/versions.ts';
import { type Database, openDatabase, type SqlStatement } from '../../sqlite/driver.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { guarded } from './sqlite-faults.ts';

/** A value that SQLite stores. */
export type Value = string | number | null | Uint8Array;
export type Row = Readonly<Record<string, Value>>;

/** One open database. All queries go through `get`, `all` and `run`, which turn errors into faults. */
export interface Connection {
  readonly path: string;
  readonly get: (sql: string, ...values: readonly Value[]) => Row | undefined;
  readonly all: (sql: string, ...values: readonly Value[]) => readonly Row[];
  /** The number of changed rows. STORE_TOO_NEW when a newer unflake has written the file. */
  readonly run: (sql: string, ...values: readonly Value[]) => number;
  /** Runs `work` in an exclusive transaction. */
  readonly transaction: <Result>(work: () => Result) => Result;
  readonly close: () => void;
}

export function connect(path: string): Connection {
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

function prepared(path: string, database: Database): Connection {
  // WAL with synchronous=NORMAL: a killed process loses nothing. A power failure may lose the last trials, which then simply run again.
  // FULL would cost a disk flush per trial.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;');
  const connection = new SqliteConnection(path, database);
  const format = readFormat(connection);
  if (format === undefined) create(connection);
  else if (format.major > STORE_FORMAT.major) throw tooNew(path, format);
  else if (format.major === STORE_FORMAT.major && format.minor > STORE_FORMAT.minor) connection.readOnlyBecause(format);
  else migrate(connection);
  return connection;
}

interface Format {
  readonly major: number;
  readonly minor: number;
}

function readFormat(connection: Connection): Format | undefined {
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

function create(connection: Connection): void {
  connection.transaction(() => {
    // Two processes may have found the file empty; the second sees that it is already migrated.
    connection.run('CREATE TABLE IF NOT EXISTS unflake_format (major INTEGER NOT NULL, minor INTEGER NOT NULL) STRICT');
    connection.run('CREATE TABLE IF NOT EXISTS unflake_migrations (number INTEGER PRIMARY KEY) STRICT');
    connection.run('INSERT INTO unflake_format SELECT 0, 0 WHERE NOT EXISTS (SELECT 1 FROM unflake_format)');
  });
  migrate(connection);
}

function migrate(connection: Connection): void {
  const done = new Set(connection.all('SELECT number FROM unflake_migrations').map(({ number }) => number));
  for (const { number, sql } of MIGRATIONS) {
    if (done.has(number)) continue;
    connection.transaction(() => {
      // Inserts its own number first: of two concurrent migrations only one gets past this line.
      if (connection.run('INSERT OR IGNORE INTO unflake_migrations VALUES (?)', number) === 0) return;
      for (const statement of sql.split(';\n').filter((text) => text.trim() !== '')) connection.run(statement);
    });
  }
  connection.run(
    'UPDATE unflake_format SET major = ?, minor = ? WHERE (major, minor) < (?, ?)',
    ...twice(STORE_FORMAT),
  );
}

const twice = ({ major, minor }: Format) => [major, minor, major, minor] as const;

function tooNew(path: string, { major, minor }: Format): UnflakeError {
  const ours = `${STORE_FORMAT.major}.${STORE_FORMAT.minor}`;
  return new UnflakeError(
    'STORE_TOO_NEW',
    `the store ${path} has format ${major}.${minor}, this unflake writes ${ours}`,
    {
      store: path,
      format: `${major}.${minor}`,
      ours,
    },
  );
}

class SqliteConnection implements Connection {
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

  readonly get = (sql: string, ...values: readonly Value[]): Row | undefined =>
    guarded(this.path, () => this.#statement(sql).get(...values) as Row | undefined);

  readonly all = (sql: string, ...values: readonly Value[]): readonly Row[] =>
    guarded(this.path, () => this.#statement(sql).all(...values) as Row[]);

  readonly run = (sql: string, ...values: readonly Value[]): number => {
    if (this.#newer !== undefined) throw tooNew(this.path, this.#newer);
    return guarded(this.path, () => Number(this.#statement(sql).run(...values).changes));
  };

  readonly transaction = <Result>(work: () => Result): Result => {
    this.run('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      // SQLite may have rolled back by itself, for example when the disk is full.
      if (this.#database.isTransaction) this.run('ROLLBACK');
      throw error;
    }
  };

  readonly close = (): void => {
    if (!this.#database.isOpen) return;
    if (this.#newer === undefined) this.#moveLogOver();
    this.#statements.clear();
    this.#database.close();
  };

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
