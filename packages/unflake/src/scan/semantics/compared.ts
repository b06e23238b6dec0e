/** Whether a test holds a value against something that is written out: then another machine's value is seen. */

import type { Node, SourceFile } from '../facts/source-file.ts';
import { scopeOf } from './index.ts';
import { heldName, statementOf } from './place.ts';
import { quoted, re } from './undone.ts';

const ASSERTS =
  /^\s*(?:await\s+|return\s+)?(?:[$@\w]+(?:\.|->|::))*(?:assert\w*|expect\w*|should\w*|verify\w*|require|must\w*|is|isnt|eq|equal\w*|same|strictEqual|deepEqual|notEqual|EXPECT_\w+|ASSERT_\w+|CHECK|REQUIRE)\b|\bshould(?:Be|Equal)?\b|\.to\(?\b|\bmust_equal\b|^\s*\[\[? |\bt\.(?:Error|Fatal)f?\(/;
/** Not only asked whether it holds, with the rest as its message. */
const COMPARES = /[eE]qual|toBe|==|\bis\b|\bisEq|\beq\b|[sS]ame|[cC]ontain|[mM]atch|EQ\b|\bto\b|should/;
/** A number, or a text with a figure in it. */
const WRITTEN = /["'`][^"'`\n]*\d[^"'`\n]*["'`]|(?<![\w.])\d[\d_]*\b/;

/** What is longer is a table, or a whole block. */
const MAX_ASSERTION_LENGTH = 600;

/** Part of an assertion: what it is held against was made of the same, or is seen with it. */
export const isAsserted = (place: Node): boolean => ASSERTS.test(statementOf(place).text());

/** The assertions that look at a value, each as text: the one around the place, or those that name the variable that holds it. */
export function assertionsOn(place: Node, file: SourceFile): readonly string[] {
  const statement = statementOf(place);
  const text = statement.text();
  if (text.length < MAX_ASSERTION_LENGTH && ASSERTS.test(text)) return [text];
  const held = heldName(place);
  if (held === null) return [];
  const mentions = re`(?:^|[^\w$])${quoted(held)}(?![\w$])`;
  const around = scopeOf(place, file);
  return around
    .text()
    .slice(statement.end() - around.start())
    .split(/\n|;/)
    .filter((line) => mentions.test(line) && ASSERTS.test(line));
}

/** Those with something written out next to the value, and not the same call once more, each behind the code that makes it. */
export function comparisonsOf(place: Node, file: SourceFile): readonly string[] {
  const own = place.text();
  const source = statementOf(place).text();
  const called = /([\w$]+)\s*\([^()]*\)$/.exec(own)?.[1];
  return assertionsOn(place, file)
    .filter((text) => COMPARES.test(text) && WRITTEN.test(text.replace(own, '').replace(ASSERTS, '')))
    .filter((text) => called === undefined || text.split(called).length <= 2)
    .map((text) => (text === source ? text : `${source} ${text}`));
}
