import { isHashed } from '../../semantics/rust/hashed.ts';
import { isChainObserved, isLoopObserved } from '../../semantics/rust/observed-order.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

export const rust: LanguageRule = {
  fix: 'Use `BTreeMap` or `BTreeSet`, or sort what you collect: `names.sort()`.',
  find: [
    nodesOf(
      'for_expression',
      null,
      (loop, file) => {
        const over = loop.field('value');
        if (over === null) return false;
        const on =
          over.is('call_expression') &&
          /\.(?:iter|iter_mut|into_iter|keys|values|drain)$/.test(over.field('function')?.text() ?? '')
            ? over.field('function')?.field('value')
            : over;
        return on !== null && on !== undefined && isHashed(on, file) && isLoopObserved(loop, file);
      },
      /\bHash(?:Map|Set)\b/,
    ),
    calls('*.iter *.into_iter *.keys *.values *.into_keys *.into_values *.drain', ({ node, file }) => {
      if (!/\bHash(?:Map|Set)\b/.test(file.text)) return false;
      const on = node.field('function')?.field('value') ?? null;
      return on !== null && isHashed(on, file) && isChainObserved(node, file);
    }),
  ],
};
