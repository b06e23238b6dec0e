import { calleeOf, functionAround } from '../../semantics/go/around.ts';
import { isMap } from '../../semantics/go/maps.ts';
import { clauseOf, isObserved } from '../../semantics/go/seen-in-order.ts';
import { isSortedLater } from '../../semantics/go/sorted-later.ts';
import { givenTo } from '../../semantics/go/variables.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

export const go: LanguageRule = {
  fix: 'Go through `slices.Sorted(maps.Keys(m))`, or sort the slice that the loop fills.',
  find: [
    nodesOf(
      'for_statement',
      null,
      (loop, file) => {
        if (!/^for\b[^{]*\brange\b/.test(loop.text())) return false;
        const over = clauseOf(loop)?.field('right') ?? null;
        return over !== null && isMap(over, file) && isObserved(loop, file);
      },
      /\bmap\[|http\.Header|url\.Values/,
    ),
    calls('slices.Collect golang.org/x/exp/maps.Keys golang.org/x/exp/maps.Values', ({ node, name, args, file }) => {
      if (name === 'slices.Collect' && !/^maps\.(?:Keys|Values)\(/.test(args[0]?.text() ?? '')) return false;
      const names = givenTo(node);
      if (names?.length === 1) return !isSortedLater(names[0]!, node, functionAround(node, file));
      const list = node.parent();
      const outer = list?.is('argument_list') ? list.parent() : null;
      return !/^len$|ElementsMatch$|[sS]ort|Contains/.test(outer?.is('call_expression') ? calleeOf(outer) : '');
    }),
  ],
};
