import { assertsNothing } from '../../semantics/asserts-nothing.ts';
import { named } from '../../syntax/node.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const php: LanguageRule = {
  fix: 'Assert what should have happened; if “does not throw” is meant, say so: `$this->expectNotToPerformAssertions()`.',
  find: [
    nodesOf('method_declaration', /function[ ]+[A-Za-z_]/, (node, file) => {
      const before = node.prev()?.is('comment') ? node.prev()!.text() : '';
      if (
        /@(?:expectedException|doesNotPerformAssertions)|DoesNotPerformAssertions/.test(
          `${before}${node.field('attributes')?.text() ?? ''}`,
        )
      )
        return false;
      return assertsNothing(node, node.field('body')?.text() ?? '', file);
    }),
    nodesOf('function_call_expression', /^(?:it|test)\(/, (node, file) => {
      const isChained = /^\)?(?:->|\s*->)/.test(node.parent()?.text().slice(node.text().length) ?? '');
      return !isChained && assertsNothing(node, named(node.field('arguments')).at(-1)?.text() ?? '', file);
    }),
  ],
};
