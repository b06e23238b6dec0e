import { assertsNothing } from '../../semantics/asserts-nothing.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const csharp: LanguageRule = {
  fix: 'Assert what should have happened; if “does not throw” is meant, say so: `Assert.DoesNotThrow(() => Run())`, `Record.Exception(…)`.',
  find: [
    nodesOf('method_declaration', /^\[/, (node, file) => {
      const head = node.text().split('{', 1)[0]!;
      if (/ExpectedException|ExpectedResult|Skip\s*=|\[(?:\w+,\s*)*Ignore|Benchmark/.test(head)) return false;
      const body = node.field('body');
      // One expression hands the test on to somebody else.
      return body?.is('block') === true && assertsNothing(node, body.text(), file);
    }),
  ],
};
