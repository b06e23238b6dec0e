import { assertsNothing } from '../../semantics/asserts-nothing.ts';
import { type LanguageRule, nodes } from '../rule.ts';

export const kotlin: LanguageRule = {
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
};
