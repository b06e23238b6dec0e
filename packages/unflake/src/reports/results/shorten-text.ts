/**
 * Cuts long texts out of XML on its way to the parser, which holds each text and each CDATA section whole: a report with 400 MB of captured
 * output must not need 400 MB of memory. Markup passes unchanged.
 */

/** A failure's message and its stack are kept to 4096 characters, so this loses nothing that is stored. */
const MAX_TEXT = 32 * 1024;
/** No writer makes a tag as long as this, and the parser would hold it whole. */
const MAX_TAG = 16 * 1024 * 1024;

type State = 'text' | 'tag' | 'comment' | 'cdata' | 'instruction';

/** What ends a state; a piece may stop in the middle of it. */
const ENDS = { comment: '-->', cdata: ']]>', instruction: '?>' } as const;
const CDATA = '<![CDATA[';
/** `&#x10FFFF;`, and more than any name of an entity that XML has. */
const MAX_ENTITY = 12;
/** Up to a quote or the end of a tag. */
const NEITHER = /[^>"']*/y;

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

  /** Passes over a text from `at` to `end`; returns from where on it is cut, or `end`. */
  const cutFrom = (text: string, at: number, end: number): number => {
    const room = Math.max(0, MAX_TEXT - length);
    length += end - at;
    if (end - at <= room) return end;
    let from = at + room;
    // An entity that is cut in two would break the document; what stands before it is enough.
    const entity = state === 'text' ? text.lastIndexOf('&', from) : -1;
    if (entity >= at && from - entity < MAX_ENTITY) from = entity;
    for (let line = text.indexOf('\n', from); line >= 0 && line < end; line = text.indexOf('\n', line + 1)) cut += 1;
    return from;
  };

  const shorten = (piece: string): string => {
    const text = held + piece;
    held = '';
    // What is kept is taken in long slices: most pieces pass as they are.
    let out = '';
    let kept = 0;
    let at = 0;
    const passOver = (end: number): void => {
      const from = cutFrom(text, at, end);
      if (from < end) {
        out += text.slice(kept, from);
        kept = end;
      }
      at = end;
    };
    const upTo = (end: number): string => {
      held = text.slice(end);
      return out + text.slice(kept, Math.max(kept, end));
    };
    while (at < text.length) {
      if (state === 'text') {
        const open = text.indexOf('<', at);
        passOver(open < 0 ? text.length : open);
        if (open < 0) break;
        const kind = stateAt(text, open);
        if (kind === null) return upTo(open);
        state = kind;
        length = 0;
        at = open + (state === 'cdata' ? CDATA.length : state === 'comment' ? 4 : 1);
        continue;
      }
      if (state === 'tag') {
        const end = endOfTag(text, at);
        length += (end < 0 ? text.length : end) - at;
        if (end < 0) break;
        at = end + 1;
      } else {
        const closing = ENDS[state];
        const end = text.indexOf(closing, at);
        if (end < 0) {
          const safe = Math.max(at, text.length - closing.length + 1);
          passOver(safe);
          return upTo(safe);
        }
        passOver(end);
        at = end + closing.length;
      }
      state = 'text';
      length = 0;
    }
    return upTo(text.length);
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
      }
      NEITHER.lastIndex = at;
      NEITHER.test(text);
      at = NEITHER.lastIndex;
      if (text[at] === '>') return at;
      if (at < text.length) quote = text[at]!;
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
