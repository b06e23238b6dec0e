import type { SourceFile } from '../../facts/source-file.ts';
import { called } from '../../semantics/cpp/called.ts';
import { hasReason } from '../../semantics/reason-beside.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const cpp: LanguageRule = {
  fix: 'Say why: `GTEST_SKIP() << "waits for #12";`, `SKIP("…")`, doctest’s `description`, or a comment beside it; or take the test out.',
  find: [
    nodesOf(
      'function_definition',
      /^(?:TEST|TEST_F|TEST_P|TYPED_TEST)\([^)]*\bDISABLED_/,
      (node, file) => !hasReason(node, file),
    ),
    called(
      ['GTEST_SKIP', 'SKIP', 'TEST_IGNORE', 'cmocka_skip', 'skip'],
      ({ node, args, file }) => args.length === 0 && isAlone(node, file),
    ),
    called(
      ['doctest.skip'],
      ({ node, args, file }) =>
        args[0]?.text() !== 'false' && !/description\(/.test(node.parent()?.text() ?? '') && !hasReason(node, file),
    ),
    nodesOf(
      'string_literal',
      /\[\.(?:\]|hide|skip|disabled|broken|flaky)/,
      (node, file) =>
        file.testAround(node) !== null &&
        node.parent()?.parent()?.parent()?.is('expression_statement') === true &&
        !hasReason(node, file),
    ),
  ],
};

/** A statement of the test itself, that nothing decides about. */
function isAlone(node: Node, file: SourceFile): boolean {
  const body = node.parent()?.is('expression_statement') === true ? node.parent()!.parent() : null;
  return body?.parent()?.is('function_definition') === true && file.testAround(node) !== null && !hasReason(node, file);
}
