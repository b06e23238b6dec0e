/** Maps errors of PostgreSQL and the way to it to faults. Anything unknown is a bug and propagates. */
import { UnflakeError } from '../../contract/faults.ts';

/** SQLSTATE codes, https://www.postgresql.org/docs/15/errcodes-appendix.html */
const REFUSED: Readonly<Record<string, string>> = {
  '28P01': 'the password is wrong',
  '28000': 'this user may not connect',
  '3D000': 'there is no such database',
  '42501': 'permission denied',
  '53300': 'it has too many connections',
};
const NO_SPACE = new Set(['53100', '53200']);
/** The server ends, has crashed, or is starting. */
const GOING = new Set(['57P01', '57P02', '57P03']);
const UNREACHED: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there',
  ENOENT: 'nothing answers there',
  ENOTFOUND: 'there is no such machine',
  EAI_AGAIN: 'there is no such machine',
  EHOSTUNREACH: 'there is no way to that machine',
  ETIMEDOUT: 'it does not answer',
  EACCES: 'permission denied',
};

interface DatabaseError extends Error {
  readonly code?: string;
}

/** Whether the connection is gone, so that a new one may answer the same. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', message } = error as DatabaseError;
  if (GOING.has(code) || /^08/.test(code)) return true;
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNREFUSED' || code === 'ENOENT') return true;
  return /^(?:Connection terminated|Client has encountered a connection error|Client was closed)/.test(message);
}

export function asFault(error: unknown, place: string): unknown {
  if (!(error instanceof Error)) return error;
  const { code = '', message } = error as DatabaseError;
  const options = { cause: error };
  if (NO_SPACE.has(code)) {
    return new UnflakeError('DISK_FULL', `no space is left for the store ${place}`, { store: place }, options);
  }
  const why =
    REFUSED[code] ??
    UNREACHED[code] ??
    (/timeout expired/.test(message) ? UNREACHED.ETIMEDOUT : undefined) ??
    (/SSL|certificate|self.signed/i.test(message) ? message : undefined) ??
    (isLost(error) ? 'the connection was lost' : undefined);
  if (why === undefined) return error;
  return new UnflakeError(
    'STORE_UNREADABLE',
    `the store ${place} cannot be used: ${why}`,
    { store: place, why },
    options,
  );
}
