/** The message of a failure without what may differ between runs: quoted text, numbers, collections, reprs and diffs. */
import { normaliseMessage } from './normalise-message.ts';

/** Deeper nesting is rare, and leftovers only split one class into two. */
const MAX_NESTING = 6;
/** The first lines state the error; later ones show the values. */
const KEPT_LINES = 2;
/** Lines of a diff or a table. */
const SHOWS_VALUES = /^(?:[-+?|]|@@|E\s)/;

const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/<[A-Za-z_][^<>\n]* (?:object )?at <hex>>/g, '<repr>'],
  [/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`\n]*`/g, '<text>'],
];

const COLLECTION = /\[[^[\]]*\]|\{[^{}]*\}|\([^()]*\)/g;

export function messageWithoutValues(message: string, root: string): string {
  let text = normaliseMessage(message, root);
  for (const [pattern, replacement] of REPLACEMENTS) text = text.replace(pattern, replacement);
  for (let depth = 0; depth < MAX_NESTING; depth += 1) text = text.replace(COLLECTION, '<values>');
  const lines = text.split('\n').filter((line) => !SHOWS_VALUES.test(line));
  return lines.slice(0, KEPT_LINES).join('\n');
}
