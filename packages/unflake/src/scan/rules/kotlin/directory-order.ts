import { ruleOf } from '../kinds.ts';
import { isSeenInOrder } from '../seen-order.ts';
import { called } from './called.ts';

export const directoryOrder = ruleOf('kotlin', 'directory-order', {
  fix: 'Sort first: `dir.listFiles()!!.sorted()`, `Files.list(dir).sorted()`.',
  find: [
    called(
      [
        '*.listFiles',
        '*.walkTopDown',
        '*.walkBottomUp',
        '*.listDirectoryEntries',
        'java.nio.file.Files.list',
        'java.nio.file.Files.walk',
      ],
      ({ node, file }) => isSeenInOrder(node, file),
    ),
    called(
      ['*.list', '*.walk'],
      ({ node, args, file }) =>
        args.length === 0 &&
        /(?:File\([^()]*\)|\b\w*[dD]ir\w*|folder|root)\??\.(?:list|walk)\(\)/.test(node.text()) &&
        isSeenInOrder(node, file),
    ),
  ],
});
