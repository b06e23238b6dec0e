import { named } from '../../syntax/node.ts';
import { ruleOf } from '../kinds.ts';
import { nodes } from '../rule.ts';
import { areComparedExactly, isComputed, isInexact } from '../written-text.ts';
import { called } from './called.ts';

export const floatEquality = ruleOf('kotlin', 'float-equality', {
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
});
