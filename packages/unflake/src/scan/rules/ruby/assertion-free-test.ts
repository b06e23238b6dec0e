import { named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { assertsNothing } from '../asserts-nothing.ts';
import { ruleOf } from '../kinds.ts';
import { nodes } from '../rule.ts';

export const assertionFreeTest = ruleOf('ruby', 'assertion-free-test', {
  fix: 'Assert what should have happened; if “does not raise” is meant, say so: `expect { run }.not_to raise_error`.',
  find: [
    nodes({ rule: { kind: 'method', regex: '^def test_' } }, (node, file) =>
      assertsNothing(node, node.field('body')?.text() ?? '', file),
    ),
    nodes(
      { rule: { kind: 'call', regex: '^(?:it|specify|example|test|scenario)\\b' } },
      (node, file) => !isSpared(node) && assertsNothing(node, node.field('block')?.text() ?? '', file),
    ),
  ],
});

const isSpared = (test: Node): boolean =>
  named(test.field('arguments')).some((part) => /^:?(?:skip|pending|aggregate)/.test(part.text()));
