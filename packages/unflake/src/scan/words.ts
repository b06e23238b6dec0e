/** Which of some words a text holds, and which of them right before a bracket: one pass without patterns, because every file of a scan goes through it. */

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

export interface WordsIn {
  readonly all: ReadonlySet<string>;
  /** Those that may be the name of something called. */
  readonly called: ReadonlySet<string>;
  /** Those behind `new`. */
  readonly created: ReadonlySet<string>;
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

export function wordsIn(text: string, { words, lengths }: WordTable): WordsIn {
  const all = new Set<string>();
  const called = new Set<string>();
  const created = new Set<string>();
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
    if (!words.has(word)) continue;
    all.add(word);
    if (isNew(text, start)) created.add(word);
    else if (!called.has(word) && isBeforeBracket(text, at)) called.add(word);
  }
  return { all, called, created };
}

/** Type arguments, a macro's or an option's mark and comments may stand between a name and its bracket. */
function isBeforeBracket(text: string, from: number): boolean {
  let at = from;
  for (let code = text.charCodeAt(at); code === 32 || (code >= 9 && code <= 13); code = text.charCodeAt(at)) at += 1;
  const next = text[at];
  if (next === '/') return text[at + 1] === '*' || text[at + 1] === '/';
  return next !== undefined && '(<!?:`[#\\'.includes(next);
}

/** Behind `new`, and what may qualify a name there; JavaScript creates without brackets, too. */
function isNew(text: string, start: number): boolean {
  let at = start - 1;
  for (let code = text.charCodeAt(at); code === 46 || IS_WORD[code] === 1; code = text.charCodeAt(at)) at -= 1;
  for (let code = text.charCodeAt(at); code === 32 || (code >= 9 && code <= 13); code = text.charCodeAt(at)) at -= 1;
  return text.startsWith('new', at - 2) && !(IS_WORD[text.charCodeAt(at - 3)] === 1);
}
