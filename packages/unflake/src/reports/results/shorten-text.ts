/**
 * Cuts long texts out of XML on its way to the parser, which holds each text and each CDATA section whole: a report with 400 MB of captured
 * output must not need 400 MB of memory. Markup passes unchanged.
 */

/** A failure's message and its stack are kept to 4096 characters, so this loses nothing that is stored. */
const MAX_TEXT = 32 * 1024;
/** No writer makes a tag as long as this, and the parser would hold it whole. */
const MAX_TAG = 16 * 1024 * 1024;

type State = 'text' | 'tag' | 'comment' | 'cdata' | 'instruction';

/** What ends a state, and so how many characters of a piece may belong to an end that has only begun. */
const ENDS = { tag: '>', comment: '-->', cdata: ']]>', instruction: '?>' } as const;
const CDATA = '<![CDATA[';

export interface TextShortener {
  /** The part of the document that the parser gets. */
  readonly shorten: (piece: string) => string;
  /** What was held back for an end that has not come. */
  readonly rest: () => string;
  /** Line breaks that were cut, which the parser's line numbers lack. */
  readonly cutLines: () => number;
  readonly tooLong: () => boolean;
}

export function textShortener(): TextShortener {
  let state: State = 'text';
  let held = '';
  let length = 0;
  let cut = 0;
  let quote = '';

  const keep = (text: string): string => {
    if (state === 'tag') {
      length += text.length;
      return text;
    }
    const room = Math.max(0, MAX_TEXT - length);
    length += text.length;
    if (text.length <= room) return text;
    for (let at = text.indexOf('\n', room); at >= 0; at = text.indexOf('\n', at + 1)) cut += 1;
    // An entity that is cut in two would break the document; what stands before it is enough.
    return state === 'text' ? text.slice(0, room).replace(/&[^;\s]{0,12}$/, '') : text.slice(0, room);
  };

  const shorten = (piece: string): string => {
    const text = held + piece;
    held = '';
    let out = '';
    let at = 0;
    while (at < text.length) {
      if (state === 'text') {
        const open = text.indexOf('<', at);
        out += keep(open < 0 ? text.slice(at) : text.slice(at, open));
        if (open < 0) return out;
        const kind = stateAt(text, open);
        if (kind === null) {
          held = text.slice(open);
          return out;
        }
        state = kind;
        length = 0;
        const start = state === 'cdata' ? CDATA.length : state === 'comment' ? 4 : 1;
        out += text.slice(open, open + start);
        at = open + start;
        continue;
      }
      if (state === 'tag') {
        const end = endOfTag(text, at);
        out += keep(text.slice(at, end < 0 ? text.length : end + 1));
        if (end < 0) return out;
        at = end + 1;
      } else {
        const closing = ENDS[state];
        const end = text.indexOf(closing, at);
        if (end < 0) {
          const safe = Math.max(at, text.length - closing.length + 1);
          out += keep(text.slice(at, safe));
          held = text.slice(safe);
          return out;
        }
        out += keep(text.slice(at, end)) + closing;
        at = end + closing.length;
      }
      state = 'text';
      length = 0;
    }
    return out;
  };

  /** A `>` inside a quoted value ends nothing. */
  const endOfTag = (text: string, from: number): number => {
    let at = from;
    while (at < text.length) {
      if (quote !== '') {
        const close = text.indexOf(quote, at);
        if (close < 0) return -1;
        quote = '';
        at = close + 1;
        continue;
      }
      const code = text.charCodeAt(at);
      if (code === 62) return at;
      if (code === 34 || code === 39) quote = text[at]!;
      at += 1;
    }
    return -1;
  };

  return {
    shorten,
    rest: () => held,
    cutLines: () => cut,
    tooLong: () => state === 'tag' && length > MAX_TAG,
  };
}

/** Null while the characters so far may become several. */
function stateAt(text: string, open: number): Exclude<State, 'text'> | null {
  if (text[open + 1] === '?') return 'instruction';
  if (text[open + 1] !== undefined && text[open + 1] !== '!') return 'tag';
  const head = text.slice(open, open + CDATA.length);
  if (head === CDATA) return 'cdata';
  if (head.startsWith('<!--')) return 'comment';
  return CDATA.startsWith(head) || '<!--'.startsWith(head) ? null : 'tag';
}
