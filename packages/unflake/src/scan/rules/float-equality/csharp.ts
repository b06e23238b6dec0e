import { areComparedExactly, isComputed, isInexact } from '../../semantics/written-text.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const csharp: LanguageRule = {
  fix: 'Compare with a tolerance: `Assert.Equal(0.3, sum, 9)`, `Is.EqualTo(0.3).Within(1e-9)`, `Should().BeApproximately(0.3, 1e-9)`; or use `decimal`.',
  find: [
    calls(['*.Equal', '*.AreEqual'], ({ node, args, file }) => {
      if (!/^(?:\w+\.)*Assert\.(?:Are)?Equal(?:<\w+>)?$/.test(node.field('function')?.text() ?? '')) return false;
      return (
        (args.length === 2 || (args.length === 3 && /^\$?"/.test(args[2]!.text()))) &&
        areComparedExactly(args[0]!.text(), args[1]!.text(), file)
      );
    }),
    calls(['*.EqualTo'], ({ node, args, file }) => {
      const subject = /^Assert\.That\(\s*(.*?),\s*Is\.EqualTo\([^()]*\)\s*\)$/s.exec(
        node.parent()?.parent()?.parent()?.text() ?? '',
      )?.[1];
      return subject !== undefined && isInexact(args[0]?.text() ?? '') && isComputed(subject, file);
    }),
    calls(['*.Be'], ({ node, args, file }) => {
      const subject = /^(.*)\.Should\(\)\.Be$/s.exec(node.field('function')?.text() ?? '')?.[1];
      return subject !== undefined && args.length === 1 && isInexact(args[0]!.text()) && isComputed(subject, file);
    }),
  ],
};
