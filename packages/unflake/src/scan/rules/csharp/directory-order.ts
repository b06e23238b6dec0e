import { ruleOf } from '../kinds.ts';
import { calls } from '../rule.ts';
import { isSeenInOrder } from '../seen-order.ts';

const LISTS = [
  'GetFiles',
  'EnumerateFiles',
  'GetDirectories',
  'EnumerateDirectories',
  'GetFileSystemEntries',
  'EnumerateFileSystemEntries',
];

export const directoryOrder = ruleOf('csharp', 'directory-order', {
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
  flags: [
    'class A { string First(string dir) { return Directory.GetFiles(dir)[0]; } }\n',
    'class A { void Show(string dir) { foreach (var file in Directory.EnumerateFiles(dir)) { Console.WriteLine(file); } } }\n',
    'public class ATests { [Fact] public void A() { var files = Directory.GetFiles(dir); Assert.Equal("a.txt", files[0]); } }\n',
    'class A { string All(string dir) { return string.Join(",", Directory.GetFiles(dir)); } }\n',
  ],
  allows: [
    'class A { string First(string dir) { return Directory.GetFiles(dir).OrderBy(f => f).First(); } }\n',
    'class A { int Count(string dir) { return Directory.GetFiles(dir).Length; } }\n',
    'class A { void Clear(string dir) { foreach (var file in Directory.GetFiles(dir)) { File.Delete(file); } } }\n',
    'class A { string First(string dir) { var files = Directory.GetFiles(dir); Array.Sort(files); return files[0]; } }\n',
    'public class ATests { [Fact] public void A() { Assert.Single(Directory.GetFiles(dir)); } }\n',
  ],
});
