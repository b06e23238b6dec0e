/** Whether a file is an index of ours, told by the first bytes alone, so that a damaged one is still known and a foreign one is never opened. */
import { closeSync, openSync, readSync } from 'node:fs';

/** `unfl` in ASCII; SQLite keeps it for those who write a file, to tell theirs from others'. */
export const APPLICATION_ID = 0x756e666c;
const APPLICATION_ID_AT = 68;
const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';

export function signOf(path: string): 'absent' | 'index' | 'foreign' {
  const head = readHead(path);
  if (head === null || head.length === 0) return 'absent';
  if (head.length < HEADER_BYTES || head.toString('latin1', 0, MAGIC.length) !== MAGIC) return 'foreign';
  return head.readUInt32BE(APPLICATION_ID_AT) === APPLICATION_ID ? 'index' : 'foreign';
}

/** Null when there is no such file. */
function readHead(path: string): Buffer | null {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
  try {
    const head = Buffer.alloc(HEADER_BYTES);
    return head.subarray(0, readSync(fd, head, 0, HEADER_BYTES, 0));
  } finally {
    closeSync(fd);
  }
}
