import { created, functions } from '../../semantics/php/called.ts';
import { functionText, statementOf } from '../../semantics/place.ts';
import { isSeenInOrder } from '../../semantics/seen-order.ts';
import type { LanguageRule } from '../rule.ts';

export const php: LanguageRule = {
  fix: 'Use `scandir()` or `glob()`, which sort by themselves, or `sort($names)` first; with Symfony’s Finder `->sortByName()`.',
  find: [
    functions(
      ['readdir'],
      ({ node, file }) =>
        !/sort\s*\(/.test(functionText(node, file)) &&
        /while\s*\([^{]*readdir[\s\S]*?(?:\[\]\s*=|echo|\.=|print)/.test(functionText(node, file)) &&
        !/unlink|rmdir/.test(functionText(node, file)) &&
        statementOf(node).text().includes('readdir'),
    ),
    functions(
      ['scandir'],
      ({ node, args, file }) => /SCANDIR_SORT_NONE/.test(args[1]?.text() ?? '') && isSeenInOrder(node, file),
    ),
    functions(
      ['glob'],
      ({ node, args, file }) => /GLOB_NOSORT/.test(args[1]?.text() ?? '') && isSeenInOrder(node, file),
    ),
    created(
      ['DirectoryIterator', 'FilesystemIterator', 'RecursiveDirectoryIterator', 'GlobIterator'],
      (_, node, file) => isSeenInOrder(node, file),
    ),
  ],
};
