import { assertsNothing } from '../asserts-nothing.ts';
import { ruleOf } from '../kinds.ts';
import { nodes } from '../rule.ts';

export const assertionFreeTest = ruleOf('kotlin', 'assertion-free-test', {
  fix: 'Assert what should have happened; if “does not throw” is meant, say so: `assertDoesNotThrow { run() }`, `shouldNotThrowAny { run() }`.',
  find: [
    nodes({ rule: { kind: 'function_declaration', regex: '@[A-Za-z.]*Test\\b' } }, (node, file) => {
      const text = node.text();
      if (/expected\s*=|@(?:TestFactory|Disabled|Ignore)\b/.test(text)) return false;
      return assertsNothing(node, text.slice(text.search(/\bfun\b/)).replace(/^fun\s+(?:`[^`]*`|\w+)/, ''), file);
    }),
    nodes({ rule: { kind: 'call_expression', regex: '^(?:test|it|should|scenario|"[^"]*")' } }, (node, file) => {
      const text = node.text();
      return assertsNothing(node, text.slice(text.indexOf('{')), file);
    }),
  ],
});
