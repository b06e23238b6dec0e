import type { SourceFile } from '../../facts/source-file.ts';
import { calleeOf, functionAround } from '../../semantics/go/around.ts';
import { declared } from '../../semantics/go/variables.ts';
import { COMPUTES } from '../../semantics/written-places.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodes } from '../rule.ts';

export const go: LanguageRule = {
  fix: 'Allow for a small difference: `assert.InDelta(t, want, got, 1e-9)`, or `math.Abs(got-want) > 1e-9`.',
  find: [
    nodes(
      { rule: { kind: 'binary_expression', regex: '[=!]=' } },
      (node, file) => {
        if (!/^[=!]=$/.test(node.field('operator')?.text() ?? '')) return false;
        const sides = [node.field('left'), node.field('right')];
        return sides.some(isFloat) && sides.some((side) => side !== null && isComputed(side, file));
      },
      /\d\.\d/,
    ),
    calls(['*.Equal', '*.Equalf', '*.EqualValues', '*.Exactly'], ({ node, args, file }) => {
      const sides = args.filter((argument) => argument.text() !== 't');
      return (
        /^(?:assert|require|is|s|suite)\b/.test(calleeOf(node)) &&
        sides.some(isFloat) &&
        sides.some((side) => isComputed(side, file))
      );
    }),
  ],
};

const isFloat = (node: Node | null): boolean =>
  node !== null &&
  /^-?(?:\d[\d_]*\.\d+(?:e[+-]?\d+)?|\d+e-\d+)$/i.test(node.text()) &&
  !/^-?\d+\.0+$/.test(node.text());

/** Arithmetic, or a call that by its name computes; also behind one variable. */
function isComputed(node: Node, file: SourceFile): boolean {
  if (node.is('identifier')) {
    const value = declared(node.text(), functionAround(node, file));
    return value !== null && !value.is('identifier') && isComputed(value, file);
  }
  if (node.is('binary_expression')) return /[*/+-]/.test(node.field('operator')?.text() ?? '') && !isFloat(node);
  if (node.is('call_expression')) return /^math\./.test(calleeOf(node)) || COMPUTES.test(calleeOf(node));
  return node.is('selector_expression') && /\.(?:Mean|Average|Variance|StdDev|Ratio|Rate)$/.test(node.text());
}
