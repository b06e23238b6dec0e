/**
 * Captures one output stream of a trial in an unnamed file and keeps its beginning and end. A file instead of a pipe: a leaked process that
 * holds it cannot block us, a slow reader cannot change the timing of the trial, and it costs nothing while the trial runs.
 */
import { closeSync, fchmodSync, fstatSync, ftruncateSync, openSync, readSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ownIdentity } from '../../proc/process-identity.ts';

export interface OutputFile {
  /** How the process table shows it. */
  readonly shownAs: string;
  /** For the child's stdio. */
  readonly fd: number;
  /** Drops the middle of too much output; call it regularly while the trial runs. */
  readonly trim: () => void;
  /** What was written since the last call; the first one begins at the beginning. */
  readonly readNew: () => Buffer;
  /** What was written, at most about `limit` bytes, with a line that says how much was left out. */
  readonly finish: () => string;
  /** Starts again for the next trial of the same process. */
  readonly empty: () => void;
  readonly close: () => void;
}

/** The file is trimmed at this multiple of the limit, so that it cannot fill the disk. */
const SLACK = 16;

let opened = 0;

export function openOutputFile(place: string, limit: number): OutputFile {
  opened += 1;
  const path = join(place, `.unflake-${ownIdentity()}-${opened}`);
  // Append mode: after trimming, the child continues at the new end. Unlinked at once: nothing is left behind.
  const fd = openSync(path, 'ax+', 0o600);
  unlinkSync(path);
  // A trial that runs as another user opens it by `/dev/stderr`. It has no name any more by which a stranger could.
  fchmodSync(fd, 0o666);
  const half = Math.max(1, limit >> 1);
  let cutTail: Buffer = Buffer.alloc(0);
  let cutBytes = 0;

  /** Null until somebody follows the stream. */
  let readUpTo: number | null = null;
  /** Cut away before they were read. */
  let unread: Buffer = Buffer.alloc(0);

  function readNew(): Buffer {
    const { size } = fstatSync(fd);
    const from = readUpTo ?? 0;
    const fresh = Buffer.concat([unread, readAt(fd, from, size - from)]);
    unread = Buffer.alloc(0);
    readUpTo = size;
    return fresh;
  }

  function trim(): void {
    const { size } = fstatSync(fd);
    if (size <= limit * SLACK) return;
    if (readUpTo !== null) {
      unread = Buffer.concat([unread, readAt(fd, readUpTo, size - readUpTo)]);
      readUpTo = half;
    }
    cutTail = readAt(fd, size - half, half);
    ftruncateSync(fd, half);
    cutBytes += size - half;
  }

  function finish(): string {
    const { size } = fstatSync(fd);
    if (cutBytes === 0 && size <= limit) return readAt(fd, 0, size).toString('utf8');
    const head = readAt(fd, 0, Math.min(half, size));
    const fresh = Math.max(0, size - half);
    const after = readAt(fd, size - Math.min(half, fresh), Math.min(half, fresh));
    const tail = Buffer.concat([cutTail, after]).subarray(-half);
    const leftOut = cutBytes + fresh - tail.length;
    if (leftOut <= 0) return Buffer.concat([head, tail]).toString('utf8');
    return `${wholeEnd(head)}\n… ${leftOut} bytes left out …\n${wholeStart(tail)}`;
  }

  function empty(): void {
    ftruncateSync(fd, 0);
    cutTail = Buffer.alloc(0);
    cutBytes = 0;
    readUpTo = readUpTo === null ? null : 0;
  }

  return { shownAs: `${path} (deleted)`, fd, trim, readNew, finish, empty, close: () => closeSync(fd) };
}

function readAt(fd: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const got = readSync(fd, buffer, filled, length - filled, position + filled);
    if (got === 0) break;
    filled += got;
  }
  return buffer.subarray(0, filled);
}

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/** Without a character that was cut in two at the end. */
function wholeEnd(bytes: Buffer): string {
  let end = bytes.length;
  while (end > 0 && isContinuation(bytes[end - 1])) end -= 1;
  const lead = bytes[end - 1];
  if (lead === undefined || lead < 0x80) return bytes.toString('utf8');
  const needed = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  return (bytes.length - end + 1 === needed ? bytes : bytes.subarray(0, end - 1)).toString('utf8');
}

function wholeStart(bytes: Buffer): string {
  let start = 0;
  while (start < 4 && isContinuation(bytes[start])) start += 1;
  return bytes.subarray(start).toString('utf8');
}
