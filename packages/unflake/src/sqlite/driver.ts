/**
 * The SQLite of the store and the index. The bundled one is built for Linux with glibc; other machines use Node's own, which has the same
 * interface. It is loaded when a file is opened, so that commands without a file run on every machine.
 */
import { createRequire } from 'node:module';
import type * as Bundled from '@photostructure/sqlite';
import { UnflakeError } from '../contract/faults.ts';

export type Database = Bundled.DatabaseSyncInstance;
export type SqlStatement = Bundled.StatementSyncInstance;

type Sqlite = Pick<typeof Bundled, 'DatabaseSync'>;

export interface SqliteSources {
  /** Throws if it is not built for this machine. */
  readonly bundled: () => Sqlite;
  /** Undefined before Node 22.13. */
  readonly builtIn: () => Sqlite | undefined;
  /** The machine's name in the fault. */
  readonly machine: string;
}

const require = createRequire(import.meta.url);
const SOURCES: SqliteSources = {
  bundled: () => require('@photostructure/sqlite') as Sqlite,
  builtIn: () => process.getBuiltinModule?.('node:sqlite') as Sqlite | undefined,
  machine: `${process.platform} ${process.arch}, Node ${process.versions.node}`,
};

/** Another process appends quickly; waiting this long means that it is stuck. */
const BUSY_TIMEOUT_MS = 10_000;
let loaded: Sqlite | undefined;

/** Creates the file if it does not exist. */
export function openDatabase(path: string): Database {
  loaded ??= loadSqlite(SOURCES);
  return new loaded.DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
}

export function loadSqlite({ bundled, builtIn, machine }: SqliteSources): Sqlite {
  try {
    return bundled();
  } catch (cause) {
    const own = builtIn();
    if (own !== undefined && isComplete(own)) return own;
    const message = `no SQLite is available here (${machine}): cases and indexes cannot be opened`;
    throw new UnflakeError('UNSUPPORTED_PLATFORM', message, { machine, needs: 'Node 22.16' }, { cause });
  }
}

/** Before Node 22.16 it neither reports an open transaction nor waits for other processes. */
function isComplete({ DatabaseSync }: Sqlite): boolean {
  const database = new DatabaseSync(':memory:');
  try {
    return 'isTransaction' in database;
  } finally {
    database.close();
  }
}
