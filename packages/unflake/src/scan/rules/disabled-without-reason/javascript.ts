import { isFunction } from '../../semantics/javascript/around.ts';
import { hasComment } from '../../semantics/javascript/reasons.ts';
import { literal, nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

const OFF =
  /^(?:(?:it|test|describe|suite|context|specify)(?:\.\w+)*\.skip|x(?:it|test|describe|context|specify))(?:\.each\b[\s\S]*)?$/;

export const javascript: LanguageRule = {
  fix: 'Say why in a comment beside it or as the reason (`{ skip: "waits for #12" }`, `t.skip("…")`), or take it out.',
  find: [
    nodesOf(
      'call_expression',
      /^(?:(?:it|test|describe|suite|context|specify)[\w.]*\.skip|x(?:it|test|describe|context|specify))\b/,
      (node, file) => {
        const args = node.field('arguments')?.namedChildren() ?? [];
        return (
          OFF.test(node.field('function')?.text() ?? '') &&
          isFunction(args.at(-1)) &&
          literal(args[0]) !== null &&
          !hasComment(node, file)
        );
      },
    ),
    nodesOf('pair', /^skip[ \n]*:[ \n]*true$/, (node, file) => isTestOption(node) && !hasComment(node, file)),
    nodesOf(
      'call_expression',
      /^(?:t|this|ctx|context)\.skip\([ \n]*\)$/,
      (node, file) =>
        file.testAround(node) !== null && nearest(node, ['if_statement']) === null && !hasComment(node, file),
    ),
  ],
};

function isTestOption(pair: Node): boolean {
  const call = pair.parent()?.parent()?.is('arguments') ? pair.parent()!.parent()!.parent() : null;
  return /^(?:it|test|describe|suite|t\.test)\b/.test(call?.field('function')?.text() ?? '');
}
