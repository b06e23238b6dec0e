/** Maps errors of SQLite and the file system to faults. Anything unknown is a bug and propagates. */
import { UnflakeError } from '../../contract/faults.ts';

/** Primary result codes of SQLite. */
const PERM = 3;
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const AUTH = 23;
const NOTADB = 26;

const UNREADABLE: Readonly<Record<number, string>> = {
  [PERM]: 'permission denied',
  [BUSY]: 'another process keeps it locked',
  [LOCKED]: 'another process keeps it locked',
  [READONLY]: 'it cannot be written',
  [IOERR]: 'reading or writing it fails',
  [CORRUPT]: 'it is damaged',
  [CANTOPEN]: 'it cannot be opened',
  [AUTH]: 'permission denied',
  [NOTADB]: 'it is not a database',
};

const SYSTEM: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is not a folder',
  ENOENT: 'its folder cannot be created',
  EEXIST: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
};

/** Runs one query; environment errors become faults that name the file. */
export function guarded<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw asFault(error, path);
  }
}

interface SqliteError extends Error {
  readonly code?: string;
  readonly errcode?: number;
  readonly systemErrno?: number;
}

/** ENOSPC, EDQUOT, and EFBIG, a limit on the size of a file. */
const FULL_ERRNOS = new Set([28, 122, 27]);
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

function asFault(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error;
  const { code, errcode, systemErrno } = error as SqliteError;
  const options = { cause: error };
  // The low byte is the primary code; the rest distinguishes variants.
  const primary = code === 'ERR_SQLITE_ERROR' && errcode !== undefined ? errcode & 0xff : undefined;
  const full = FULL_ERRNOS.has(systemErrno ?? 0) || FULL_CODES.has(code ?? '');
  if (primary === FULL || full) {
    return new UnflakeError('DISK_FULL', `no space is left for the store ${path}`, { store: path }, options);
  }
  const why = primary === undefined ? SYSTEM[code ?? ''] : UNREADABLE[primary];
  if (why === undefined) return error;
  return new UnflakeError(
    'STORE_UNREADABLE',
    `the store ${path} cannot be used: ${why}`,
    { store: path, why },
    options,
  );
}
