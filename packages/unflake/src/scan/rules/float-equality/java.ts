import type { SourceFile } from '../../facts/source-file.ts';
import { argumentsOf, calledName } from '../../semantics/java/around.ts';
import { initialOf, isInexact } from '../../semantics/java/literals.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodes } from '../rule.ts';

const COMPUTES =
  /(?:sum|total|avg|average|mean|median|ratio|percent|rate|sqrt|cbrt|sin|cos|tan|exp|log|pow|hypot|interest|tax|vat|variance|stddev|deviation|norm|distance|area|convert|scale|interpolate|lerp|discount|multiply|divide|celsius|fahrenheit)/i;
const ROUNDS = /round|setScale|floor|ceil|rint|parse|valueOf|BigDecimal|cents/i;

export const java: LanguageRule = {
  fix: 'Compare with a tolerance: `assertEquals(0.3, sum, 1e-9)`, `isCloseTo(0.3, within(1e-9))`; or use `BigDecimal`.',
  find: [
    calls(
      ['*.assertEquals'],
      ({ args, file }) =>
        (args.length === 2 || (args.length === 3 && args[2]!.is('string_literal'))) &&
        isExact(args[0]!, args[1]!, file),
    ),
    calls(['*.isEqualTo'], ({ node, args, file }) => {
      const subject = subjectOf(node);
      return args.length === 1 && subject !== null && isInexact(args[0]) && isComputed(subject, file);
    }),
    nodes(
      { rule: { kind: 'binary_expression', regex: '==' } },
      (node, file) =>
        node.field('operator')?.text() === '==' && isExact(node.field('left')!, node.field('right')!, file),
    ),
  ],
};

const isExact = (a: Node, b: Node, file: SourceFile): boolean =>
  (isInexact(a) && isComputed(b, file)) || (isInexact(b) && isComputed(a, file));

function isComputed(node: Node, file: SourceFile): boolean {
  const value = initialOf(node, file) ?? node;
  if (ROUNDS.test(value.text())) return false;
  if (value.is('binary_expression'))
    return /^[-+*/%]$/.test(value.field('operator')?.text() ?? '') && !/"/.test(value.text());
  return value.is('method_invocation') && COMPUTES.test(calledName(value));
}

/** What `assertThat(…)` was given. */
function subjectOf(call: Node): Node | null {
  for (let node: Node | null = call.field('object'); node?.is('method_invocation'); node = node.field('object'))
    if (calledName(node) === 'assertThat') return argumentsOf(node)[0] ?? null;
  return null;
}
