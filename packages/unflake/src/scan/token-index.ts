/** Which of some words a text holds: one pass without patterns, because every file of a scan goes through it. */

const LONGEST = 31;
const CHARACTERS = 128;

/** Letters, digits, `_` and `$`; beyond ASCII everything counts as a letter. */
const IS_WORD = Uint8Array.from({ length: CHARACTERS }, (_, code) =>
  /[A-Za-z0-9_$]/.test(String.fromCharCode(code)) ? 1 : 0,
);

export interface WordTable {
  readonly words: ReadonlySet<string>;
  /** For each first character the lengths of the words that begin with it, as bits: most words of a text are ruled out by it. */
  readonly lengths: Uint32Array;
}

export function wordTable(words: Iterable<string>): WordTable {
  const lengths = new Uint32Array(CHARACTERS);
  const all = new Set(words);
  for (const word of all) {
    const code = word.charCodeAt(0);
    if (code < CHARACTERS) lengths[code]! |= 1 << Math.min(word.length, LONGEST);
  }
  return { words: all, lengths };
}

export function wordsIn(text: string, { words, lengths }: WordTable): ReadonlySet<string> {
  const found = new Set<string>();
  const end = text.length;
  for (let at = 0; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code < CHARACTERS && IS_WORD[code] === 0) continue;
    const start = at;
    for (at += 1; at < end; at += 1) {
      const next = text.charCodeAt(at);
      if (next < CHARACTERS && IS_WORD[next] === 0) break;
    }
    if (code >= CHARACTERS || (lengths[code]! & (1 << Math.min(at - start, LONGEST))) === 0) continue;
    const word = text.slice(start, at);
    if (words.has(word)) found.add(word);
  }
  return found;
}
