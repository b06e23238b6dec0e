import { areComparedExactly, isComputed, isInexact } from '../../semantics/written-text.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const php: LanguageRule = {
  fix: 'Compare with a tolerance: `assertEqualsWithDelta(0.3, $sum, 1e-9)`, `toEqualWithDelta(0.3, 1e-9)`; or count in cents.',
  find: [
    calls(
      ['*.assertSame', '*.assertEquals'],
      ({ args, file }) => args.length >= 2 && areComparedExactly(args[0]!.text(), args[1]!.text(), file),
    ),
    calls(['*.toBe', '*.toEqual'], ({ node, args, file }) => {
      const subject = /^expect\((.*)\)$/s.exec(node.field('object')?.text() ?? '')?.[1];
      return subject !== undefined && args.length === 1 && isInexact(args[0]!.text()) && isComputed(subject, file);
    }),
  ],
};
