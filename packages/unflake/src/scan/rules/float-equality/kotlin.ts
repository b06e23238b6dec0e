import { called } from '../../semantics/kotlin/called.ts';
import { areComparedExactly, isComputed, isInexact } from '../../semantics/written-text.ts';
import { named } from '../../syntax/node.ts';
import { type LanguageRule, nodes } from '../rule.ts';

export const kotlin: LanguageRule = {
  fix: 'Compare with a tolerance: `assertEquals(0.3, sum, 1e-9)`, `sum shouldBe (0.3 plusOrMinus 1e-9)`; or use `BigDecimal`.',
  find: [
    called(
      ['*.assertEquals', 'assertEquals'],
      ({ args, file }) =>
        (args.length === 2 || (args.length === 3 && /^"/.test(args[2]!.text()))) &&
        areComparedExactly(args[0]!.text(), args[1]!.text(), file),
    ),
    nodes({ rule: { kind: 'infix_expression', regex: '\\bshouldBe\\b' } }, (node, file) => {
      const [left, operator, right] = named(node);
      return operator?.text() === 'shouldBe' && areComparedExactly(left!.text(), right?.text() ?? '', file);
    }),
    called(['*.isEqualTo'], ({ node, args, file }) => {
      const subject = /assertThat\((.*)\)\s*\.isEqualTo/s.exec(node.text())?.[1];
      return args.length === 1 && subject !== undefined && isInexact(args[0]!.text()) && isComputed(subject, file);
    }),
  ],
};
