import type { SourceFile } from '../../facts/source-file.ts';
import { calledOn, unwrapped } from '../../semantics/javascript/around.ts';
import { initialOf } from '../../semantics/javascript/constants.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodes } from '../rule.ts';

/** Functions whose results are sums of rounding. */
const COMPUTES =
  /(?:^|\.|_)\w*(?:sum|total|avg|average|mean|median|ratio|percent|rate|sqrt|cbrt|sin|cos|tan|exp|log|pow|hypot|interest|tax|vat|variance|stddev|deviation|norm|distance|area|convert|scale|interpolate|lerp|discount|reduce|multiply|divide)\w*$/i;
const ROUNDS = /(?:round|toFixed|floor|ceil|trunc|toPrecision|parseFloat|Number|cents)/i;

export const javascript: LanguageRule = {
  fix: 'Compare with a tolerance: `toBeCloseTo(0.3, 10)`, `Math.abs(a - b) < 1e-9`; or count in whole units.',
  find: [
    calls(['*.toBe', '*.toEqual', '*.toStrictEqual', '*.equal', '*.eql', '*.equals'], ({ node, args, file }) => {
      const subject = expected(calledOn(node));
      return subject !== null && isInexact(args[0]) && isComputed(subject, file);
    }),
    calls(
      [
        'assert.equal',
        'assert.strictEqual',
        'assert.deepEqual',
        'assert/strict.equal',
        'assert/strict.strictEqual',
        'chai.assert.equal',
        'chai.assert.strictEqual',
        't.is',
        't.equal',
        '?.is',
      ],
      ({ args, file }) => {
        const [a, b] = args;
        return (
          a !== undefined &&
          b !== undefined &&
          ((isInexact(b) && isComputed(a, file)) || (isInexact(a) && isComputed(b, file)))
        );
      },
    ),
    nodes({ rule: { kind: 'binary_expression', regex: '===?' } }, (node, file) => {
      if (!/^===?$/.test(node.field('operator')?.text() ?? '')) return false;
      const [a, b] = [node.field('left'), node.field('right')];
      return (
        a !== null && b !== null && ((isInexact(b) && isComputed(a, file)) || (isInexact(a) && isComputed(b, file)))
      );
    }),
  ],
};

/** What `expect(…)` was given. */
function expected(on: Node | null): Node | null {
  for (let node: Node | null = on; node !== null; ) {
    if (node.is('call_expression') && node.field('function')?.text() === 'expect')
      return node.field('arguments')?.namedChildren()[0] ?? null;
    node = node.is('member_expression') ? node.field('object') : null;
  }
  return null;
}

/** A decimal fraction that no binary one equals. */
function isInexact(node: Node | undefined): boolean {
  if (node === undefined || !/^-?[\d_]*\.\d+$/.test(node.text())) return false;
  const scaled = Math.abs(Number(node.text().replaceAll('_', ''))) * 2 ** 20;
  return scaled !== Math.round(scaled);
}

function isComputed(node: Node, file: SourceFile): boolean {
  const value = initialOf(node, file) ?? node;
  if (ROUNDS.test(value.text())) return false;
  if (value.is('binary_expression'))
    return /^[-+*/%]|\*\*$/.test(value.field('operator')?.text() ?? '') && !/["'`]/.test(value.text());
  return value.is('call_expression') && COMPUTES.test(unwrapped(value).field('function')?.text() ?? '');
}
