import { called } from '../../semantics/cpp/called.ts';
import { nearest } from '../../syntax/node.ts';
import { CASE_MACRO } from '../../syntax/prepare-cpp.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const cpp: LanguageRule = {
  fix: 'Take the mark away and diagnose the test; if it must wait, disable it by name with a reason, an owner and a date.',
  find: [
    nodesOf('string_literal', /\[!mayfail\]/, (node) =>
      CASE_MACRO.test(nearest(node, ['function_definition'])?.field('declarator')?.field('declarator')?.text() ?? ''),
    ),
    called(['doctest.may_fail', 'may_fail'], ({ args }) => args[0]?.text() !== 'false'),
    nodesOf('call_expression', /^BOOST_AUTO_TEST_CASE_EXPECTED_FAILURES\(/),
  ],
};
