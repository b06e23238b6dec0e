/** Whether a number of Python comes out of arithmetic, as far as its expression and the names in it tell. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { callOf } from './calls-in.ts';
import { givenValue } from './values.ts';

const ROOTS = /(?:^|\.)(?:sqrt|sin|cos|tan|exp|log\d*|pow|hypot|atan2?|cbrt|std|stdev|var|norm)$/;
/** These give back a number as it was written, or one that was rounded. */
const READS =
  /^(?:round|float|approx|Decimal|Fraction|parse\w*|load\w*|get\w*|read\w*|from_\w+|to_\w+|convert\w*|abs|clamp\w*|pop|cast|eval|literal_eval|value|coerce\w*|decode\w*|next|min|max)$/;
const DEEPEST = 3;

export function isComputed(node: Node, file: SourceFile, how: 'somehow' | 'with roots', depth = 0): boolean {
  if (depth > DEEPEST) return false;
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
