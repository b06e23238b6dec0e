import { areComparedExactly } from '../../semantics/written-text.ts';
import { named } from '../../syntax/node.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const ruby: LanguageRule = {
  fix: 'Compare with a tolerance: `be_within(1e-9).of(0.3)`, `assert_in_delta 0.3, sum, 1e-9`; or use `BigDecimal`.',
  find: [
    calls(['assert_equal', '*.must_equal'], ({ node, args, file }) => {
      const [a, b] = args.length >= 2 ? args : [args[0], node.field('receiver')];
      return (
        a != null &&
        b != null &&
        areComparedExactly(a.text(), b.text().replace(/^(?:_|value|expect)\((.*)\)$/s, '$1'), file)
      );
    }),
    calls(['eq', 'eql', 'equal'], ({ node, args, file }) => {
      const to = node.parent()?.parent();
      const subject = to?.is('call') ? to.field('receiver') : null;
      const given =
        subject?.is('call') && subject.field('method')?.text() === 'expect'
          ? named(subject.field('arguments'))[0]
          : undefined;
      return given !== undefined && args.length === 1 && areComparedExactly(args[0]!.text(), given.text(), file);
    }),
  ],
};
