import { assertsNothing } from '../../semantics/asserts-nothing.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

export const kotlin: LanguageRule = {
  fix: 'Assert what should have happened; if “does not throw” is meant, say so: `assertDoesNotThrow { run() }`, `shouldNotThrowAny { run() }`.',
  find: [
    nodesOf('function_declaration', /@[A-Za-z.]*Test\b/, (node, file) => {
      const text = node.text();
      if (/expected\s*=|@(?:TestFactory|Disabled|Ignore)\b/.test(text)) return false;
      return assertsNothing(node, text.slice(text.search(/\bfun\b/)).replace(/^fun\s+(?:`[^`]*`|\w+)/, ''), file);
    }),
    nodesOf('call_expression', /^(?:test|it|should|scenario|"[^"]*")/, (node, file) => {
      const text = node.text();
      return assertsNothing(node, text.slice(text.indexOf('{')), file);
    }),
  ],
};
