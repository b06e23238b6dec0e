import type { SourceFile } from '../../facts/source-file.ts';
import { callOf } from '../../semantics/python/calls-in.ts';
import { givenValue } from '../../semantics/python/values.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodes } from '../rule.ts';

export const python: LanguageRule = {
  fix: 'Use `pytest.approx(0.3)`, `math.isclose` or `assertAlmostEqual`; for money use `decimal.Decimal`.',
  find: [
    nodes({ rule: { kind: 'comparison_operator', regex: '\\d\\.\\d|\\de-?\\d' } }, (node, file) => {
      if (nearest(node, ['assert_statement']) === null || !/[=!]=/.test(operatorOf(node))) return false;
      const [left, right] = node.namedChildren();
      return left !== undefined && right !== undefined && isInexact(left, right, file);
    }),
    calls(
      ['*.assertEqual', '*.assertEquals'],
      ({ args, file }) => args.length > 1 && isInexact(args[0]!, args[1]!, file),
    ),
  ],
};

const operatorOf = (comparison: Node): string =>
  comparison
    .children()
    .filter((child) => !child.isNamed())
    .map((child) => child.text())
    .join(' ');

function isInexact(a: Node, b: Node, file: SourceFile): boolean {
  const [number, other] = isFloat(a) ? [a, b] : [b, a];
  if (!isFloat(number) || isFloat(other)) return false;
  return isComputed(other, file, isExact(number) ? 'with roots' : 'somehow');
}

const isFloat = (node: Node): boolean =>
  node.is('float') || (node.is('unary_operator') && node.field('argument')?.is('float') === true);

/** A number that the machine can hold as it is written: halves, quarters, eighths. */
function isExact(node: Node): boolean {
  const value = Number(node.text().replaceAll('_', ''));
  return Number.isInteger(value * 1024);
}

const ROOTS = /(?:^|\.)(?:sqrt|sin|cos|tan|exp|log\d*|pow|hypot|atan2?|cbrt|std|stdev|var|norm)$/;
/** These give back a number as it was written, or one that was rounded. */
const READS =
  /^(?:round|float|approx|Decimal|Fraction|parse\w*|load\w*|get\w*|read\w*|from_\w+|to_\w+|convert\w*|abs|clamp\w*|pop|cast|eval|literal_eval|value|coerce\w*|decode\w*|next|min|max)$/;

function isComputed(node: Node, file: SourceFile, how: 'somehow' | 'with roots', depth = 0): boolean {
  if (depth > 3) return false;
  const inside = (part: Node | null | undefined) => part != null && isComputed(part, file, how, depth + 1);
  switch (node.kind()) {
    case 'parenthesized_expression':
      return inside(node.namedChildren()[0]);
    case 'unary_operator':
      return inside(node.field('argument'));
    case 'binary_operator':
      if (how === 'with roots') return inside(node.field('left')) || inside(node.field('right'));
      return /^[-+*/%]|\*\*$/.test(node.field('operator')?.text() ?? '') && !/Decimal|Fraction/.test(node.text());
    case 'call': {
      const { last, callee } = callOf(node);
      return how === 'with roots' ? ROOTS.test(callee) : !READS.test(last);
    }
    case 'identifier': {
      const given = givenValue(node, file);
      return given !== null && given.id() !== node.id() && inside(given);
    }
    default:
      return false;
  }
}
