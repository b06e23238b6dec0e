/** Texts as both databases keep them and find them again. */
import { createHash } from 'node:crypto';
import type { HistoryTestName } from '../../history-port.ts';

/** PostgreSQL refuses a key above 2,704 bytes, and a character has up to three. */
const MAX_WORDS = 480;
const MAX_FILE = 300;
const MAX_ID = 800;
const HASH = 16;

/** Neither database keeps a NUL or half a surrogate pair. */
export const storable = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, '\ufffd');

/** A longer text ends in a hash of itself, so that two of them stay two. */
export function shortKey(text: string, max: number): string {
  const stored = storable(text);
  if (stored.length <= max) return stored;
  const hash = createHash('sha256').update(stored).digest('hex').slice(0, HASH);
  return `${storable(stored.slice(0, max - HASH - 1))}~${hash}`;
}

export const storableName = ({ id, file, words }: HistoryTestName): HistoryTestName => ({
  id: shortKey(id, MAX_ID),
  file: shortKey(file, MAX_FILE),
  words: shortKey(words, MAX_WORDS),
});
