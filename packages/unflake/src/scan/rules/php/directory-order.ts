import { ruleOf } from '../kinds.ts';
import { functionText, statementOf } from '../place.ts';
import { isSeenInOrder } from '../seen-order.ts';
import { created, functions } from './called.ts';

export const directoryOrder = ruleOf('php', 'directory-order', {
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
});
