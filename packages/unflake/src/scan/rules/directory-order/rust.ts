import { functionAround } from '../../semantics/rust/around.ts';
import { givenTo, unpacked, wholeOf } from '../../semantics/rust/chains.ts';
import { isChainObserved, isLoopObserved } from '../../semantics/rust/observed-order.ts';
import { usesOf } from '../../semantics/rust/variables.ts';
import { nearest } from '../../syntax/node.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const rust: LanguageRule = {
  fix: 'Collect the paths and `sort()` them; with walkdir, `.sort_by_file_name()`.',
  find: [
    calls(
      'std.fs.read_dir tokio.fs.read_dir fs_err.read_dir walkdir.WalkDir.new ignore.Walk.new *.read_dir',
      ({ node, file }) => {
        const whole = wholeOf(node);
        const loop = whole.parent();
        if (loop?.is('for_expression')) return !/\.sort_by/.test(whole.text()) && isLoopObserved(loop, file);
        if (isChainObserved(node, file)) return true;
        const name = givenTo(unpacked(node));
        if (name === null || name === '') return false;
        const scope = functionAround(node, file);
        return usesOf(name.replace(/^mut /, ''), scope).some((use) => {
          const around = nearest(use, ['for_expression', 'block']);
          if (around?.is('for_expression')) return isLoopObserved(around, file);
          return isChainObserved(use, file);
        });
      },
    ),
  ],
};
