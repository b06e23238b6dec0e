/**
 * Whether a text can give a name a meaning of its own: as a variable, a parameter, a function. It says no only where every mention is a use
 * (`name.x`, `name(…)`, `x.name`), an import or a comment; the tree decides about the rest, at a hundred times the price.
 */

/** A line that binds nothing but what imports say, or nothing at all. */
const IMPORTS_OR_COMMENT =
  /^\s*(?:import\b|from\b|use\b|pub use\b|package\b|\}\s*from\b|#(?!\[)|\/\/|\/?\*+\s)|\brequire\(/;

const DEFINES = /\b(?:def|func|function|fn|class|record|struct|enum|interface|trait|mod)\s*\*?\s*$/;
/** Longer than any such word with its blanks. */
const LOOKED_BACK = 24;
const WORD = /[\w$]/;
/** Quotes on either side: a text, or a path of an import. */
const BEFORE_OTHERS = /[\w$.:"'`/]/;
const AFTER_USE = /["'`]|\s*(?:\.(?!\.)|\(|::|\?\.|!\()/y;

/** Goes from mention to mention: a pattern for the whole text would be tried at each of its letters. */
export function mayBeBound(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (WORD.test(text[end] ?? '') || !(isAlone(text, at, end) || isDefined(text, at))) continue;
    const start = text.lastIndexOf('\n', at) + 1;
    const lineEnd = text.indexOf('\n', end);
    if (!IMPORTS_OR_COMMENT.test(text.slice(start, lineEnd === -1 ? text.length : lineEnd))) return true;
  }
  return false;
}

function isAlone(text: string, at: number, end: number): boolean {
  if (BEFORE_OTHERS.test(text[at - 1] ?? '')) return false;
  AFTER_USE.lastIndex = end;
  return !AFTER_USE.test(text);
}

const isDefined = (text: string, at: number): boolean => DEFINES.test(text.slice(Math.max(0, at - LOOKED_BACK), at));
