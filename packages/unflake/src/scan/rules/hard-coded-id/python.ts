import type { SourceFile } from '../../facts/source-file.ts';
import { functionAround } from '../../semantics/python/around.ts';
import { callsIn, keyword } from '../../semantics/python/calls-in.ts';
import { literal, nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

const CREATES =
  /^(?:create\w*|save\w*|insert\w*|add\w*|commit|post|put_item|bulk_create|make\w*|register\w*|sign_?up|store\w*|persist\w*|new_\w+)$/i;
const ID = /(?:\.(?:id|pk)|\[["'](?:id|pk)["']\])$/;

export const python: LanguageRule = {
  fix: 'Use the id that was given: `order.id`, `answer.json()["id"]`.',
  find: [
    nodesOf('comparison_operator', /\bid\b|\bpk\b/, (node, file) => {
      const [left, right] = node.namedChildren();
      return (
        nearest(node, ['assert_statement']) !== null &&
        left !== undefined &&
        right !== undefined &&
        isGuess(left, right) &&
        isGiven(node, file)
      );
    }),
    calls(
      '*.assertEqual',
      ({ node, args, file }) =>
        args.length > 1 && (isGuess(args[0]!, args[1]!) || isGuess(args[1]!, args[0]!)) && isGiven(node, file),
    ),
    calls(
      '*.get',
      ({ node, name, args, file }) =>
        /objects\.get$/.test(name) &&
        [keyword(args, 'pk'), keyword(args, 'id')].some((id) => id?.is('integer')) &&
        isGiven(node, file),
    ),
    calls(
      '*.get *.put *.patch *.delete',
      ({ node, args, file }) => /^\/(?:[\w-]+\/)+[1-9]\d{0,2}\/?$/.test(literal(args[0]) ?? '') && isGiven(node, file),
    ),
  ],
};

/** `x.id == 1`, `(a.id, b.id) == (1, 2)`. */
function isGuess(value: Node, number: Node): boolean {
  if (number.is('integer')) return ID.test(value.text()) && number.text() !== '0';
  if (!value.is('tuple') || !number.is('tuple')) return false;
  return value.namedChildren().some((part, index) => {
    const other = number.namedChildren()[index];
    return other !== undefined && isGuess(part, other);
  });
}

/** Something is created in this test, and nobody says with which id. */
function isGiven(node: Node, file: SourceFile): boolean {
  const around = functionAround(node);
  if (around === null) return false;
  const before = callsIn(around, file).filter(({ start }) => start < node.start());
  if (!before.some(({ last }) => CREATES.test(last))) return false;
  const names = around.findAll({
    rule: {
      any: [
        { kind: 'keyword_argument', regex: '^(?:id|pk) *=' },
        { kind: 'pair', regex: '^["\'](?:id|pk)["\']' },
      ],
    },
  } as never);
  return !names.some((one) => one.start() < node.start() && one.end() <= node.start());
}
