import type { SourceFile } from '../../facts/source-file.ts';
import { functionAround, methodOf } from '../../semantics/rust/around.ts';
import { initialOf } from '../../semantics/rust/variables.ts';
import { COMPUTES } from '../../semantics/written-places.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodes } from '../rule.ts';

const MATH = /^(?:sqrt|powi|powf|sin|cos|tan|exp|ln|log10|log2|hypot|cbrt|mul_add|to_radians|to_degrees|sum|product)$/;

export const rust: LanguageRule = {
  fix: 'Allow for a small difference: `assert!((got - want).abs() < 1e-9)`, or `approx::assert_relative_eq!`.',
  find: [
    calls(['assert_eqǃ', 'assert_neǃ'], ({ args, file }) => {
      const sides = args.slice(0, 2);
      return sides.some(isFloat) && sides.some((side) => isComputed(side, file));
    }),
    nodes(
      { rule: { kind: 'binary_expression', regex: '[=!]=' } },
      (node, file) => {
        if (!/^[=!]=$/.test(node.field('operator')?.text() ?? '')) return false;
        const sides = [node.field('left'), node.field('right')].filter((side) => side !== null);
        return sides.some(isFloat) && sides.some((side) => isComputed(side, file));
      },
      /\d\.\d/,
    ),
  ],
};

const isFloat = (node: Node): boolean => {
  const text = node.text().replace(/_?f(?:32|64)$/, '');
  return /^-?(?:\d[\d_]*\.\d+(?:e[+-]?\d+)?|\d+e-\d+)$/i.test(text) && !/^-?\d+\.0+$/.test(text);
};

/** Arithmetic, or a call that by its name computes; also behind one variable. */
function isComputed(node: Node, file: SourceFile): boolean {
  if (node.is('identifier')) {
    const value = initialOf(node.text(), functionAround(node, file), file.root);
    return value !== null && !value.is('identifier') && isComputed(value, file);
  }
  if (node.is('binary_expression')) return /^[*/+-]$/.test(node.field('operator')?.text() ?? '');
  if (!node.is('call_expression')) return false;
  const method = methodOf(node);
  if (/^(?:unwrap|expect|clone|into)$/.test(method)) {
    const on = node.field('function')?.field('value');
    return on !== null && on !== undefined && isComputed(on, file);
  }
  return MATH.test(method) || COMPUTES.test(method);
}
