import { isSeenInOrder } from '../../semantics/seen-order.ts';
import { calls, type LanguageRule, words } from '../rule.ts';

const LISTS = words(`GetFiles EnumerateFiles GetDirectories EnumerateDirectories GetFileSystemEntries
   EnumerateFileSystemEntries`);

export const csharp: LanguageRule = {
  fix: 'Sort first: `Directory.GetFiles(dir).OrderBy(f => f, StringComparer.Ordinal)`.',
  find: [
    calls(
      LISTS.map((one) => `System.IO.Directory.${one}`),
      ({ node, file }) => isSeenInOrder(node, file),
    ),
    calls(
      LISTS.map((one) => `*.${one}`),
      ({ node, name, file }) =>
        !name.startsWith('System') &&
        !/^Directory\./.test(node.text()) &&
        /(?:\b\w*(?:dir|folder|root|info)\w*|DirectoryInfo\([^()]*\))\.(?:Get|Enumerate)/i.test(node.text()) &&
        isSeenInOrder(node, file),
    ),
  ],
};
