import { nearest } from '../../syntax/node.ts';
import { calls, type Rule } from '../rule.ts';
import { functionAround } from './around.ts';
import { givenTo, unpacked, wholeOf } from './chains.ts';
import { isChainObserved, isLoopObserved } from './observed-order.ts';
import { usesOf } from './variables.ts';

export const directoryOrder: Rule = {
  id: 'rust/directory-order',
  cause: { family: 'nondeterminism', kind: 'iteration-order' },
  severity: 'warning',
  where: 'anywhere',
  message: 'takes a directory’s entries in the order in which the file system has them',
  why: 'Another file system, or another history of the same files, gives another order.',
  fix: 'Collect the paths and `sort()` them; with walkdir, `.sort_by_file_name()`.',
  find: [
    calls(
      [
        'std.fs.read_dir',
        'tokio.fs.read_dir',
        'fs_err.read_dir',
        'walkdir.WalkDir.new',
        'ignore.Walk.new',
        '*.read_dir',
      ],
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
