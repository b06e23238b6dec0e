import { isOfPackage } from '../../semantics/go/around.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

/** Says that it is off, and not why. */
const NO_REASON =
  /^["`]\s*(?:(?:todo|fixme|skip(?:ped|ping)?|skip this|flaky|broken|disabled?|wip|tbd|xxx|temporar(?:y|ily)|for now|not working|fails?|ignore)[\s:.!-]*)*["`]$/i;

export const go: LanguageRule = {
  fix: 'Say why and until when: `t.Skip("needs a shop server, see issue 12")`; or delete the test.',
  find: [
    calls('*.Skip *.Skipf *.SkipNow', ({ node, args, file }) => {
      if (isOfPackage(node, file) || isOnCondition(node)) return false;
      if (args.length > 0 && !/string_literal$/.test(args[0]!.kind())) return false;
      return args.length === 0 || NO_REASON.test(args[0]!.text());
    }),
    nodesOf(
      'function_declaration',
      null,
      (node) =>
        /^(?:_|x|X|disabled|Disabled|Skip)Test/.test(node.field('name')?.text() ?? '') &&
        /testing\.T\)/.test(node.field('parameters')?.text() ?? ''),
    ),
  ],
};

/** The condition says when, and with it why. */
function isOnCondition(node: Node): boolean {
  const around = nearest(node, [
    'if_statement',
    'expression_switch_statement',
    'func_literal',
    'function_declaration',
    'method_declaration',
  ]);
  return (
    around !== null &&
    !around.is('func_literal') &&
    !/declaration$/.test(around.kind()) &&
    !/^if (?:true|1 == 1)\b/.test(around.text())
  );
}
