/** What a call calls, read off the text where that is sure: a question to the parser costs as much as reading hundreds of letters. */

const PLAIN_NAME = /[A-Za-z_$][\w$.]*(?=\()/y;
/** Further on the parser is asked. */
const LONGEST = 1_000;
const [QUOTE, HASH, APOSTROPHE, OPENS, CLOSES, SLASH, BACKSLASH, BACKTICK] = [34, 35, 39, 40, 41, 47, 92, 96];

/** The plain name before the only brackets of a call, or before brackets that close at its end; null where the text leaves a doubt. */
export function plainCallee(text: string, start: number, end: number): string | null {
  if (end - start > LONGEST || text.charCodeAt(end - 1) !== CLOSES) return null;
  PLAIN_NAME.lastIndex = start;
  const name = PLAIN_NAME.exec(text)?.[0];
  if (name === undefined || start + name.length >= end) return null;
  return closesAt(text, start + name.length, end - 1) ? name : null;
}

/** Whether the bracket at one place is closed by that at the other. Comments and texts of several lines are left to the parser. */
function closesAt(text: string, open: number, close: number): boolean {
  let depth = 0;
  for (let at = open; at < close; at += 1) {
    switch (text.charCodeAt(at)) {
      case OPENS:
        depth += 1;
        break;
      case CLOSES:
        depth -= 1;
        if (depth === 0) return false;
        break;
      case QUOTE:
      case APOSTROPHE:
        at = endOfText(text, at);
        if (at === -1) return false;
        break;
      case HASH:
      case SLASH:
      case BACKTICK:
        return !/[()]/.test(text.slice(open + 1, close));
    }
  }
  return depth === 1;
}

/** The quote that ends a text of one line; -1 for any other. */
function endOfText(text: string, from: number): number {
  const quote = text.charCodeAt(from);
  if (text.charCodeAt(from + 1) === quote && text.charCodeAt(from + 2) === quote) return -1;
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === BACKSLASH) at += 1;
    else if (code === 10) return -1;
  }
  return -1;
}
