import { assertsNothing } from '../../semantics/asserts-nothing.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const cpp: LanguageRule = {
  fix: 'Assert what should have happened; if “does not throw” is meant, say so: `EXPECT_NO_THROW(run())`, `REQUIRE_NOTHROW(run())`.',
  find: [
    nodesOf(
      'function_definition',
      null,
      (node, file) => file.dialect.test(node) !== null && assertsNothing(node, node.field('body')?.text() ?? '', file),
    ),
  ],
};
