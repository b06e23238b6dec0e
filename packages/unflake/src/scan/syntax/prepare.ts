/** Text as the parser reads it, where a dialect is not quite the parser's language. Lines stay where they are. */

/** A BATS test is no shell syntax: its first line becomes that of a function, which is what BATS itself makes of it. */
const BATS_TEST = /^([ \t]*)@test[ \t]+(.+?)[ \t]+\{[ \t]*(#.*)?$/gm;
export const BATS_PREFIX = 'unflake_bats_test_';

export function prepared(path: string, text: string): string {
  if (!path.endsWith('.bats')) return text;
  let count = 0;
  return text.replace(BATS_TEST, (_, indent: string, title: string, comment: string = '') => {
    count += 1;
    return `${indent}${BATS_PREFIX}${count}() { : ${title} ${comment}`.trimEnd();
  });
}
