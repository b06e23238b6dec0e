/** Whether a test holds a value against something that is written out: then another machine's value is seen. */
import type { Node, SourceFile } from '../facts/source-file.ts';
import { outwards } from '../syntax/node.ts';
import { scopeOf } from './index.ts';
import { quoted, re } from './undone.ts';

/** Nodes whose children are statements, in every grammar that we read. */
const HOLDS_STATEMENTS =
  /^(?:block|statement_block|statements|statement_list|class_body|function_body|source_file|program|module|compound_statement|do_group|subshell|declaration_list|translation_unit|compilation_unit|block_body|body_statement|then|else|lambda_literal|switch_block_statement_group)$/;
const ASSERTS =
  /^\s*(?:await\s+|return\s+)?(?:[$@\w]+(?:\.|->|::))*(?:assert\w*|expect\w*|should\w*|verify\w*|require|must\w*|is|isnt|eq|equal\w*|same|strictEqual|deepEqual|notEqual|EXPECT_\w+|ASSERT_\w+|CHECK|REQUIRE)\b|\bshould(?:Be|Equal)?\b|\.to\(?\b|\bmust_equal\b|^\s*\[\[? |\bt\.(?:Error|Fatal)f?\(/;
/** Not only asked whether it holds, with the rest as its message. */
const COMPARES = /[eE]qual|toBe|==|\bis\b|\bisEq|\beq\b|[sS]ame|[cC]ontain|[mM]atch|EQ\b|\bto\b|should/;
/** A number, or a text with a figure in it. */
const WRITTEN = /["'`][^"'`\n]*\d[^"'`\n]*["'`]|(?<![\w.])\d[\d_]*\b/;

/** What is longer is a table, or a whole block. */
const MAX_ASSERTION_LENGTH = 600;

/** The statement around a place; the `if` around it where it is the condition of one. */
export function wholeStatement(node: Node): Node {
  let at = node;
  for (const above of outwards(node)) {
    if (HOLDS_STATEMENTS.test(above.kind())) return at;
    at = above;
  }
  return at;
}

/** Part of an assertion: what it is held against was made of the same, or is seen beside it. */
export const isAsserted = (place: Node): boolean => ASSERTS.test(wholeStatement(place).text());

/** The assertions that look at a value, each as text: the one around the place, or those that name the variable that holds it. */
export function assertionsOn(place: Node, file: SourceFile): readonly string[] {
  const statement = wholeStatement(place);
  const text = statement.text();
  if (text.length < MAX_ASSERTION_LENGTH && ASSERTS.test(text)) return [text];
  const held = /([@$]*[A-Za-z_]\w*)\s*(?::\s*[\w<>?.,\s]+)?:?=(?![=>~])[^=]*$/.exec(
    text.slice(0, place.start() - statement.start()),
  )?.[1];
  if (held === undefined) return [];
  const mentions = re`(?:^|[^\w$])${quoted(held)}(?![\w$])`;
  const around = scopeOf(place, file);
  return around
    .text()
    .slice(statement.end() - around.start())
    .split(/\n|;/)
    .filter((line) => mentions.test(line) && ASSERTS.test(line));
}

/** Those with something written out beside the value, and not the same call once more, each behind the code that makes it. */
export function comparisonsOf(place: Node, file: SourceFile): readonly string[] {
  const own = place.text();
  const source = wholeStatement(place).text();
  const called = /([\w$]+)\s*\([^()]*\)$/.exec(own)?.[1];
  return assertionsOn(place, file)
    .filter((text) => COMPARES.test(text) && WRITTEN.test(text.replace(own, '').replace(ASSERTS, '')))
    .filter((text) => called === undefined || text.split(called).length <= 2)
    .map((text) => (text === source ? text : `${source} ${text}`));
}
