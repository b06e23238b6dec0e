import { assertsNothing } from '../asserts-nothing.ts';
import { ruleOf } from '../kinds.ts';
import { nodes } from '../rule.ts';

export const assertionFreeTest = ruleOf('csharp', 'assertion-free-test', {
  fix: 'Assert what should have happened; if “does not throw” is meant, say so: `Assert.DoesNotThrow(() => Run())`, `Record.Exception(…)`.',
  find: [
    nodes({ rule: { kind: 'method_declaration', regex: '^\\[' } }, (node, file) => {
      const head = node.text().split('{', 1)[0]!;
      if (/ExpectedException|ExpectedResult|Skip\s*=|\[(?:\w+,\s*)*Ignore|Benchmark/.test(head)) return false;
      const body = node.field('body');
      // One expression hands the test on to somebody else.
      return body?.is('block') === true && assertsNothing(node, body.text(), file);
    }),
  ],
});
