import { assertsNothing } from '../../semantics/asserts-nothing.ts';
import { named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const ruby: LanguageRule = {
  fix: 'Assert what should have happened; if “does not raise” is meant, say so: `expect { run }.not_to raise_error`.',
  find: [
    nodesOf('method', /^def test_/, (node, file) => assertsNothing(node, node.field('body')?.text() ?? '', file)),
    nodesOf(
      'call',
      /^(?:it|specify|example|test|scenario)\b/,
      (node, file) => !isSpared(node) && assertsNothing(node, node.field('block')?.text() ?? '', file),
    ),
  ],
};

const isSpared = (test: Node): boolean =>
  named(test.field('arguments')).some((part) => /^:?(?:skip|pending|aggregate)/.test(part.text()));
