import { assertsNothing } from '../asserts-nothing.ts';
import { ruleOf } from '../kinds.ts';
import { nodes } from '../rule.ts';

export const assertionFreeTest = ruleOf('cpp', 'assertion-free-test', {
  fix: 'Assert what should have happened; if “does not throw” is meant, say so: `EXPECT_NO_THROW(run())`, `REQUIRE_NOTHROW(run())`.',
  find: [
    nodes(
      { rule: { kind: 'function_definition' } },
      (node, file) => file.dialect.test(node) !== null && assertsNothing(node, node.field('body')?.text() ?? '', file),
    ),
  ],
});
