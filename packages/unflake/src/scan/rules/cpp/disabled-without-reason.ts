import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { ruleOf } from '../kinds.ts';
import { hasReason } from '../reason-beside.ts';
import { nodes } from '../rule.ts';
import { called } from './called.ts';

export const disabledWithoutReason = ruleOf('cpp', 'disabled-without-reason', {
  fix: 'Say why: `GTEST_SKIP() << "waits for #12";`, `SKIP("…")`, doctest’s `description`, or a comment beside it; or take the test out.',
  find: [
    nodes(
      { rule: { kind: 'function_definition', regex: '^(?:TEST|TEST_F|TEST_P|TYPED_TEST)\\([^)]*\\bDISABLED_' } },
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
    nodes(
      { rule: { kind: 'string_literal', regex: '\\[\\.(?:\\]|hide|skip|disabled|broken|flaky)' } },
      (node, file) =>
        file.testAround(node) !== null &&
        node.parent()?.parent()?.parent()?.is('expression_statement') === true &&
        !hasReason(node, file),
    ),
  ],
  flags: [
    'TEST(Sum, DISABLED_Adds) { EXPECT_EQ(sum(), 3); }\n',
    'TEST(Sum, Adds) { GTEST_SKIP(); EXPECT_EQ(sum(), 3); }\n',
    'TEST_CASE("adds" * doctest::skip()) { CHECK(sum() == 3); }\n',
    { file: 'tests/test_sum.c', text: 'void test_adds(void) { TEST_IGNORE(); TEST_ASSERT_EQUAL(3, sum()); }\n' },
  ],
  allows: [
    'TEST(Sum, Adds) { GTEST_SKIP() << "no mail server in the sandbox (#41)"; }\n',
    '// No mail server in the sandbox yet (#41).\nTEST(Sum, DISABLED_Adds) { EXPECT_EQ(sum(), 3); }\n',
    'TEST(Sum, Adds) { if (!online()) GTEST_SKIP(); EXPECT_EQ(sum(), 3); }\n',
    'TEST_CASE("adds") { SKIP("waits for #12"); }\n',
    'TEST(Reader, Skips) { EXPECT_EQ(reader.skip(), 3); }\n',
  ],
});

/** A statement of the test itself, that nothing decides about. */
function isAlone(node: Node, file: SourceFile): boolean {
  const body = node.parent()?.is('expression_statement') === true ? node.parent()!.parent() : null;
  return body?.parent()?.is('function_definition') === true && file.testAround(node) !== null && !hasReason(node, file);
}
