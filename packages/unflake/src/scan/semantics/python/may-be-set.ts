/** Whether a name can hold a set anywhere in a file, by its text: most names cannot, and then no assignment has to be looked up in the tree. */
import { onceBy } from '../once.ts';

const ASSIGNED = /\s*(?::[^=\n]*)?=(?!=)([^\n]*)/y;
/** Literals and calls that make sets, operators between them, another name; and what goes on in the next line may be anything. */
const MAY_BE_SET =
  /^\s*(?:[{(]|set\b|frozenset\b|[A-Za-z_][\w.]*\s*$)|[|&^-]|\.(?:union|intersection|difference|symmetric_difference|copy)\b|[([{,\\#]\s*$|#/;

export const mayBeSet = onceBy((name: string, { text }) => {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    if (/[\w.]/.test(text[at - 1] ?? '')) continue;
    ASSIGNED.lastIndex = at + name.length;
    const value = ASSIGNED.exec(text)?.[1];
    if (value !== undefined && MAY_BE_SET.test(value)) return true;
  }
  return false;
});
