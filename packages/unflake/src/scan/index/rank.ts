/** How well a name answers a query; 0 when it does not. Pure, so that the order of answers can be tested by itself. */

const EXACT = 100;
const SAME_LETTERS = 90;
const BEGINS = 75;
const WORDS = 60;
const WORD_BEGINS = 55;
const INSIDE = 40;
/** A long name says less about what was looked for; never enough to change the kind of match. */
const MAX_OFF = 4;

export function rank(query: string, name: string, qualified = name): number {
  if (query === '') return 0;
  if (name === query || qualified === query) return EXACT;
  const [wanted, lower, whole] = [query.toLowerCase(), name.toLowerCase(), qualified.toLowerCase()];
  if (lower === wanted || whole === wanted) return SAME_LETTERS;
  const off = Math.min(MAX_OFF, name.length / 20);
  if (lower.startsWith(wanted)) return BEGINS - off;
  const words = wordsOf(qualified);
  const asked = wordsOf(query);
  if (asked.length > 1 && asked.every((word) => words.some((one) => one.startsWith(word)))) return WORDS - off;
  if (asked.length === 1 && words.some((one) => one.startsWith(wanted))) return WORD_BEGINS - off;
  return whole.includes(wanted) ? INSIDE - off : 0;
}

/** `newInMemory`, `new_in_memory` and `new in memory` have the same words. */
function wordsOf(text: string): readonly string[] {
  return text
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
