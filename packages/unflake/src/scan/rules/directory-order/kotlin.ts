import { called } from '../../semantics/kotlin/called.ts';
import { isSeenInOrder } from '../../semantics/seen-order.ts';
import type { LanguageRule } from '../rule.ts';

export const kotlin: LanguageRule = {
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
};
