/** Text as the parser reads it, where a dialect is not quite the parser's language. Lines stay where they are. */
import { preparedCpp, shownCpp } from './prepare-cpp.ts';

/** A BATS test is no shell syntax: its first line becomes that of a function, which is what BATS itself makes of it. */
const BATS_TEST = /^([ \t]*)@test[ \t]+(.+?)[ \t]+\{[ \t]*(#.*)?$/gm;
export const BATS_PREFIX = 'unflake_bats_test_';

/**
 * The parser keeps what a Rust macro is given as loose tokens. These macros are given expressions, so they become calls of functions
 * with a letter in place of the exclamation mark: one of the same width.
 */
export const MACRO_MARK = 'ǃ';
const EXPRESSION_MACRO =
  /\b(format|print|println|eprint|eprintln|write|writeln|panic|todo|unimplemented|unreachable|(?:debug_)?assert(?:_eq|_ne)?|anyhow|bail|ensure|dbg|join|try_join)!(?=\()/g;

/** Not in the grammar: a descriptor whose number bash chooses (`exec {fd}>file`), which is left out, and one to read and write (`3<>file`). */
const DESCRIPTOR = /(?<=^|[\s;&|(])(\{[A-Za-z_]\w*\}|\d+(?=<>))(<>|(?=[<>]))/gm;

/** Newer than the grammar of TypeScript: `export type * from`, and `in` and `out` before a type parameter. They name types alone, and are blanked. */
const TYPE_EXPORT = /(?<=\bexport )type(?= \*)/g;
const VARIANCE = /(?<=[<,]\s*)(?:in out|in|out)(?= [A-Z]\w*\s*[,>=]| [A-Z]\w* extends)/g;

/** As it was written, for people. */
export const shown = (code: string): string => shownCpp(code.replaceAll(MACRO_MARK, '!'));

export function prepared(path: string, text: string): string {
  if (path.endsWith('.rs')) return text.replace(EXPRESSION_MACRO, `$1${MACRO_MARK}`);
  if (/\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx)$/.test(path)) return preparedCpp(path, text);
  if (/\.[cm]?tsx?$/.test(path)) {
    const blank = (words: string): string => ' '.repeat(words.length);
    return text.replace(TYPE_EXPORT, blank).replace(VARIANCE, blank);
  }
  if (!/\.(?:sh|bash|bats)$/.test(path)) return text;
  const readable = text.replace(DESCRIPTOR, (_, descriptor: string, both: string) => {
    const number = descriptor.startsWith('{') ? ' '.repeat(descriptor.length) : descriptor;
    return `${number}${both === '' ? '' : '>>'}`;
  });
  if (!path.endsWith('.bats')) return readable;
  let count = 0;
  return readable.replace(BATS_TEST, (_, indent: string, title: string, comment: string = '') => {
    count += 1;
    return `${indent}${BATS_PREFIX}${count}() { : ${title} ${comment}`.trimEnd();
  });
}
