/** What a value's text says about its type: `Store(…)`, `new Store(…)`, `Store::open(…)?`, `await open(…)`. Null when it says nothing. */

const BEFORE = /^(?:(?:await|new|go|&mut|&|\*|\()\s*)+/;
const CALLED = /^([\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::)[\p{L}_$][\p{L}\p{N}_$]*)*)(?:(?:::)?<[^()]*>)?\s*\(/u;
const LITERAL = /^&?\s*([A-Z][\w.]*|[a-z]\w*\.[A-Z]\w*)(?:\[[^\]]*\])?\s*\{/;
/** What may follow without changing what the value is about. */
const PASSES_ON = /^(?:\s|\?|!|\)|;|\.await\b|\.unwrap\(\)|\.expect\("[^"]*"\)|\.expect\('[^']*'\))*$/;

export function typeOfValue(text: string): string | null {
  const isNew = /^(?:await\s+|\(\s*)*new\s/.test(text);
  const value = text.replace(BEFORE, '');
  const called = CALLED.exec(value);
  if (called !== null) {
    const rest = afterBrackets(value, called[0].length - 1);
    if (rest === null || !PASSES_ON.test(rest)) return null;
    return isNew ? called[1]! : `${called[1]!}()`;
  }
  return LITERAL.exec(text)?.[1] ?? null;
}

/** What stands behind the bracket that closes the one at this place; null when none does. */
function afterBrackets(text: string, from: number): string | null {
  let depth = 0;
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const character = text[at]!;
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === '`') quote = character;
    else if (character === '(') depth += 1;
    else if (character === ')') {
      depth -= 1;
      if (depth === 0) return text.slice(at + 1);
    }
  }
  return null;
}
