/**
 * Reads the declaration of a `.bats` step if it has the usual form: the call is the first command of `setup_file`, with plain words. A
 * syntax tree needs the parsers of all languages, which takes longer to load than everything else before the first step.
 */
import type { BatsDeclaration } from './read-bats.ts';

const CALLS = /setup_(?:sequential|independent)_test/g;
const WORD = '"[\\w.-]+"|\'[\\w.-]+\'|[\\w.-]+';
const USUAL = new RegExp(
  `^setup_file\\(\\)[ \\t]*\\{[ \\t]*\\n?[ \\t]*(setup_sequential_test|setup_independent_test)((?:[ \\t]+(?:${WORD}))*)[ \\t]*(?:;[ \\t]*\\}[ \\t]*)?$`,
  'm',
);

/** `unsure` for anything but the usual form: then the syntax tree is read. Null for a file that does not use the library. */
export function quickDeclaration(text: string): BatsDeclaration | null | 'unsure' {
  const calls = [...text.matchAll(CALLS)].length;
  if (calls === 0) return null;
  // A second mention, a nested string or a continued line could change the meaning of what is read here.
  if (calls > 1 || text.includes('<<') || text.includes('\\\n')) return 'unsure';
  const found = USUAL.exec(text);
  const [, call, words = ''] = found ?? [];
  if (call !== 'setup_sequential_test' && call !== 'setup_independent_test') return 'unsure';
  if (!isAtTop(text.slice(0, found!.index))) return 'unsure';
  const plain = words.trim() === '' ? [] : words.trim().split(/[ \t]+/);
  return { call, words: plain.map((word) => word.replace(/^(["'])(.*)\1$/, '$2')) };
}

/** True if the text before a function is neither inside quotes nor inside another function; approximate, and false when in doubt. */
function isAtTop(before: string): boolean {
  let quote = '';
  let depth = 0;
  for (let at = 0; at < before.length; at += 1) {
    const char = before[at]!;
    if (char === '\\' && quote !== "'") at += 1;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'" || char === '`') quote = char;
    else if (char === '#' && (at === 0 || /\s/.test(before[at - 1]!))) at = lineEnd(before, at);
    else if (char === '{' || char === '(') depth += 1;
    else if (char === '}' || char === ')') depth -= 1;
  }
  return quote === '' && depth === 0;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
