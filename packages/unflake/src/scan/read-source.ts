/** A file's text, or why it cannot be scanned. Nothing is passed over in silence. */
import { readFileSync } from 'node:fs';

export type Read =
  | { readonly text: string; readonly why: string | null }
  | { readonly text: null; readonly why: string };

/** Beyond these a file is made by a program for a program. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_LINE = 1024 * 1024;
const LOOKED_AT = 8_000;
/** People break lines long before this. */
const MIN_MINIFIED_LINE = 5_000;
/** A long line of data has next to none of these; a line of minified code has them all over. */
const STATEMENTS = /\bfunction\b|=>|\breturn\b|\bif\s*\(/g;
const MIN_STATEMENTS = 10;

const strict = new TextDecoder('utf-8', { fatal: true });

export function readSource(path: string): Read {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return { text: null, why: code === 'EACCES' ? 'may not be read' : `cannot be read (${code})` };
  }
  if (bytes.subarray(0, LOOKED_AT).includes(0)) return { text: null, why: 'is not text' };
  if (bytes.length > MAX_BYTES) return { text: null, why: `is too large (${megabytes(bytes.length)})` };
  const longest = longestLine(bytes);
  if (longest > MAX_LINE) return { text: null, why: `has a line of ${megabytes(longest)}` };
  const read = decoded(bytes);
  const minified = minifiedLine(read.text);
  return minified === null ? read : { text: null, why: `is minified: a line of ${minified} characters` };
}

function decoded(bytes: Buffer): Read & { readonly text: string } {
  try {
    return { text: strict.decode(bytes), why: null };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { text: bytes.toString('latin1'), why: 'is not UTF-8, and was read as Latin-1' };
  }
}

/** How long the line is that holds most of a minified file, whatever the file is called; null for what people write. */
function minifiedLine(text: string): number | null {
  if (text.length < MIN_MINIFIED_LINE) return null;
  const longest = text.split('\n').reduce((longer, line) => (line.length > longer.length ? line : longer), '');
  const isCode = (longest.match(STATEMENTS)?.length ?? 0) >= MIN_STATEMENTS;
  return longest.length >= MIN_MINIFIED_LINE && longest.length * 2 > text.length && isCode ? longest.length : null;
}

function longestLine(bytes: Buffer): number {
  if (bytes.length <= MAX_LINE) return 0;
  let longest = 0;
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(10, from);
    const to = end === -1 ? bytes.length : end;
    longest = Math.max(longest, to - from);
    from = to + 1;
  }
  return longest;
}

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
