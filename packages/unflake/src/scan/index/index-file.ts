/**
 * The index in one SQLite file. It holds nothing that cannot be read again from the project, so an index that is damaged or of another
 * format is thrown away and made again. Whether a file is an index is in index-sign.ts: anything else is never touched.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isFault, UnflakeError } from '../../contract/faults.ts';
import { type Database, openDatabase } from '../../sqlite/driver.ts';
import type { FileFacts } from './file-facts.ts';
import { APPLICATION_ID, signOf } from './index-sign.ts';
import { packFacts, unpackFacts } from './packed-facts.ts';

/** Raised whenever facts change their shape or their meaning. */
export const INDEX_FORMAT = 1;

/** What is known of a file besides its facts. */
export interface IndexedFile {
  readonly path: string;
  readonly hash: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly lines: number;
  readonly definitions: number;
  readonly tests: number;
  readonly problem: string | null;
}

export interface IndexFile {
  readonly path: string;
  /** Sorted by path. */
  readonly files: () => readonly IndexedFile[];
  /** Sorted by path. */
  readonly facts: () => readonly (readonly [path: string, facts: FileFacts])[];
  readonly put: (file: IndexedFile, facts: FileFacts | null) => void;
  readonly touch: (path: string, mtimeMs: number) => void;
  readonly remove: (path: string) => void;
  /** When the index was last made to agree with the project; null before the first time. */
  readonly refreshedAtMs: () => number | null;
  readonly refreshed: (atMs: number) => void;
  /** All or nothing. */
  readonly transaction: (work: () => void) => void;
  readonly close: () => void;
}

export function openIndex(path: string): IndexFile {
  try {
    refuseForeign(path);
    mkdirSync(dirname(path), { recursive: true });
    return opened(path);
  } catch (error) {
    throw asFault(path, error);
  }
}

/** So that the next one starts from nothing. */
export function removeIndex(path: string): void {
  try {
    refuseForeign(path);
    for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
  } catch (error) {
    throw asFault(path, error);
  }
}

/** Somebody may have named the wrong file, and it may be the only copy. */
function refuseForeign(path: string): void {
  if (signOf(path) !== 'foreign') return;
  const why = 'it is not an index, and was left as it is';
  throw new UnflakeError('STORE_UNREADABLE', `the index ${path} cannot be used: ${why}`, { store: path, why });
}

/** SQLite's codes: for a disk that is full, for a file that is corrupt or no database, and for one that ends too early. */
const FULL = 13;
const DAMAGED = [11, 26];
const SHORT_READ = 522;

/** Trouble with the file is the outside's; anything else is a bug and passes through. */
function asFault(path: string, error: unknown): unknown {
  const { code, errcode, message } = error as { code?: string; errcode?: number; message?: string };
  if (code === undefined || isFault(error)) return error;
  const options = { cause: error };
  if (code === 'ENOSPC' || (errcode !== undefined && (errcode & 0xff) === FULL)) {
    return new UnflakeError('DISK_FULL', `no space is left for the index ${path}`, { store: path }, options);
  }
  const why = message ?? code;
  return new UnflakeError(
    'STORE_UNREADABLE',
    `the index ${path} cannot be used: ${why}`,
    { store: path, why },
    options,
  );
}

function opened(path: string): IndexFile {
  let database = openDatabase(path);
  if (!isCurrent(database)) {
    database.close();
    removeIndex(path);
    database = openDatabase(path);
  }
  // The sign goes first, into the file itself: what comes after the switch to WAL is there only after a checkpoint.
  database.exec(`
    PRAGMA application_id = ${APPLICATION_ID};
    PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS files (
      path TEXT PRIMARY KEY, hash TEXT NOT NULL, size INTEGER NOT NULL, mtime_ms REAL NOT NULL, lines INTEGER NOT NULL,
      definitions INTEGER NOT NULL, tests INTEGER NOT NULL, problem TEXT, facts TEXT
    ) STRICT;
    CREATE TABLE IF NOT EXISTS refreshed (only INTEGER PRIMARY KEY CHECK (only = 1), at_ms INTEGER NOT NULL) STRICT;
    PRAGMA user_version = ${INDEX_FORMAT};`);
  return operations(path, database);
}

/** An empty file has version 0 and no tables. */
function isCurrent(database: Database): boolean {
  try {
    const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
    const { count } = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get() as { count: number };
    return version === INDEX_FORMAT || (version === 0 && count === 0);
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    if (errcode !== undefined && (DAMAGED.includes(errcode & 0xff) || errcode === SHORT_READ)) return false;
    throw error;
  }
}

function operations(path: string, database: Database): IndexFile {
  const put = database.prepare(
    `INSERT INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (path) DO UPDATE SET hash = excluded.hash, size = excluded.size,
      mtime_ms = excluded.mtime_ms, lines = excluded.lines, definitions = excluded.definitions, tests = excluded.tests, problem = excluded.problem, facts = excluded.facts`,
  );
  const touch = database.prepare('UPDATE files SET mtime_ms = ? WHERE path = ?');
  const remove = database.prepare('DELETE FROM files WHERE path = ?');
  return {
    path,
    files: () =>
      database
        .prepare(
          'SELECT path, hash, size, mtime_ms AS mtimeMs, lines, definitions, tests, problem FROM files ORDER BY path',
        )
        .all() as { -readonly [Column in keyof IndexedFile]: IndexedFile[Column] }[],
    facts: () =>
      (
        database.prepare('SELECT path, facts FROM files WHERE facts IS NOT NULL ORDER BY path').all() as {
          path: string;
          facts: string;
        }[]
      ).map((row) => [row.path, unpackFacts(row.facts)] as const),
    put: ({ path: file, hash, size, mtimeMs, lines, definitions, tests, problem }, facts) => {
      const packed = facts === null ? null : packFacts(facts);
      put.run(file, hash, size, mtimeMs, lines, definitions, tests, problem, packed);
    },
    touch: (file, mtimeMs) => {
      touch.run(mtimeMs, file);
    },
    remove: (file) => {
      remove.run(file);
    },
    refreshedAtMs: () => {
      const row = database.prepare('SELECT at_ms FROM refreshed').get() as { at_ms: number } | undefined;
      return row?.at_ms ?? null;
    },
    refreshed: (atMs) => {
      database
        .prepare('INSERT INTO refreshed VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET at_ms = excluded.at_ms')
        .run(atMs);
    },
    transaction: (work) => {
      try {
        database.exec('BEGIN IMMEDIATE');
        work();
        database.exec('COMMIT');
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw asFault(path, error);
      }
    },
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}
