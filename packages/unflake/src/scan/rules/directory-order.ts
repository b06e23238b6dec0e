import type { Node, SourceFile } from '../facts/source-file.ts';
import { isOfPackage } from '../semantics/go/around.ts';
import { semanticsOf } from '../semantics/index.ts';
import { rootOf } from '../semantics/java/around.ts';
import { created } from '../semantics/php.ts';
import { functionText } from '../semantics/place.ts';
import { callOf } from '../semantics/python/calls-in.ts';
import { givenValue } from '../semantics/python/values.ts';
import { commandOf } from '../semantics/shell/command.ts';
import { quoted, re } from '../semantics/undone.ts';
import { textAt } from '../syntax/node.ts';
import { type Call, calls, type Kind, nodesOf, row, words } from './rule.ts';

const PYTHON_PATH = /(?:^|[^a-z])(?:path|dir|directory|folder|root|place|base|home|target|tmp)s?(?:$|[^a-z])|Path\(/i;
const CSHARP_LISTS = words(
  'GetFiles EnumerateFiles GetDirectories EnumerateDirectories GetFileSystemEntries EnumerateFileSystemEntries',
);

export const directoryOrder: Kind = {
  name: 'directory-order',
  cause: { family: 'nondeterminism', kind: 'iteration-order' },
  severity: 'warning',
  where: 'anywhere',
  message: 'uses the entries of a directory in the order in which the file system returns them',
  why: 'Nothing promises that order: another file system, or a file created earlier, changes it.',
  when: (place, file) =>
    (/^(?:cpp|php)$/.test(file.language) && /^\\?readdir\b/.test(place.text())) ||
    semanticsOf(file).isSeenInOrder(place, file),
  languages: {
    python: row(
      'Sort where you list: `sorted(os.listdir(path))`, `sorted(path.iterdir())`.',
      calls('os.listdir os.scandir glob.glob glob.iglob'),
      calls('*.iterdir *.glob *.rglob', ({ node, name, file }) => !name.startsWith('glob.') && isPath(node, file)),
    ),
    javascript: row(
      'Sort first: `(await readdir(dir)).sort()`.',
      calls(
        `fs.readdirSync fs.promises.readdir fs/promises.readdir fs.globSync fs-extra.readdir fs-extra.readdirSync
           glob.globSync glob.glob glob.sync fast-glob fast-glob.sync fast-glob.glob globby.globby`,
      ),
    ),
    java: row(
      'Sort first: `Arrays.sort(files)`, `Files.list(dir).sorted()`.',
      calls('*.listFiles', ({ node }) => !/^[A-Z][a-z]\w*$/.test(node.field('object')?.text() ?? 'None')),
      calls(
        `java.nio.file.Files.list java.nio.file.Files.walk java.nio.file.Files.find
           java.nio.file.Files.newDirectoryStream`,
      ),
      calls(
        '*.list',
        ({ node, args, file }) =>
          args.length === 0 &&
          (/^new (?:java\.io\.)?File\(|\.toFile\(\)\s*\.list\(/.test(node.text()) ||
            re`\bFile ${quoted(rootOf(node))}\b`.test(file.text)),
      ),
    ),
    go: row(
      'Use `os.ReadDir(name)`, which sorts by name, or sort what the method returns.',
      // Packages have a sorted function of the same name, which is given a path.
      calls(
        '*.Readdirnames *.Readdir *.ReadDir',
        ({ node, args, file }) => !isOfPackage(node, file) && /^(?!1$)-?\d+$/.test(textAt(args[0])),
      ),
    ),
    rust: row(
      'Collect the paths and `sort()` them; with walkdir, `.sort_by_file_name()`.',
      calls('std.fs.read_dir tokio.fs.read_dir fs_err.read_dir walkdir.WalkDir.new ignore.Walk.new *.read_dir'),
    ),
    shell: row(
      'Pipe it through `LC_ALL=C sort`, or use a glob, which the shell sorts.',
      nodesOf(
        'command',
        /^(?:\w+=\S* )*(?:find|ls)\b/,
        (node) => {
          const { name, words } = commandOf(node);
          const has = (word: RegExp) => words.some((one) => word.test(one));
          return name === 'ls' ? has(/^-\w*[Uf]/) : !has(/^-(?:exec|execdir|delete|quit|ok)$/);
        },
        /\b(?:find|ls)\b/,
      ),
    ),
    kotlin: row(
      'Sort first: `dir.listFiles()!!.sorted()`, `Files.list(dir).sorted()`.',
      calls(
        `*.listFiles *.walkTopDown *.walkBottomUp *.listDirectoryEntries java.nio.file.Files.list
           java.nio.file.Files.walk`,
      ),
      calls(
        '*.list *.walk',
        ({ node, args }) =>
          args.length === 0 && /(?:File\([^()]*\)|\b\w*[dD]ir\w*|folder|root)\??\.(?:list|walk)\(\)/.test(node.text()),
      ),
    ),
    ruby: row(
      'Sort first: `Dir.children(dir).sort`; `Dir.glob` sorts by itself since Ruby 3.0.',
      calls('Dir.children Dir.entries Dir.each_child Dir.foreach Find.find'),
      calls('Dir.glob', ({ args }) => args.some((arg) => /^sort:\s*false$/.test(arg.text()))),
      calls('*.children *.each_child', ({ node }) =>
        /\bPathname\b|\.join\(|_path$|_dir$/.test(node.fieldText('receiver')),
      ),
    ),
    csharp: row(
      'Sort first: `Directory.GetFiles(dir).OrderBy(f => f, StringComparer.Ordinal)`.',
      calls(CSHARP_LISTS.map((one) => `System.IO.Directory.${one}`)),
      calls(
        CSHARP_LISTS.map((one) => `*.${one}`),
        ({ node, name }) =>
          !name.startsWith('System') &&
          !/^Directory\./.test(node.text()) &&
          /(?:\b\w*(?:dir|folder|root|info)\w*|DirectoryInfo\([^()]*\))\.(?:Get|Enumerate)/i.test(node.text()),
      ),
    ),
    cpp: row(
      'Collect the names and sort them: `std::sort(names.begin(), names.end())`, `scandir(dir, &list, nullptr, alphasort)`.',
      calls(
        `std.filesystem.directory_iterator std.filesystem.recursive_directory_iterator fs.directory_iterator
           fs.recursive_directory_iterator boost.filesystem.directory_iterator`,
        ({ args }) => args.length > 0,
      ),
      calls('readdir', (call) => isReadInLoop(call, /push_back|emplace_back|printf|puts|<<|strdup|strcat|strcpy/)),
    ),
    php: row(
      'Use `scandir()` or `glob()`, which sort by themselves, or `sort($names)` first; with Symfony’s Finder `->sortByName()`.',
      calls('readdir', (call) => isReadInLoop(call, /\[\]\s*=|echo|\.=|print/)),
      calls('scandir', ({ args }) => /SCANDIR_SORT_NONE/.test(textAt(args[1]))),
      calls('glob', ({ args }) => /GLOB_NOSORT/.test(textAt(args[1]))),
      created(['DirectoryIterator', 'FilesystemIterator', 'RecursiveDirectoryIterator', 'GlobIterator'], () => true),
    ),
  },
};

/** `iterdir` is a path's alone; the others are methods of much. */
function isPath(call: Node, file: SourceFile): boolean {
  const { last, on } = callOf(call);
  if (last === 'iterdir') return true;
  const object = call.field('function')?.field('object') ?? null;
  return PYTHON_PATH.test(on ?? '') || PYTHON_PATH.test(textAt(givenValue(object, file)));
}

/** `while (readdir(…))` with a body that collects or prints, and nothing that sorts or removes. */
function isReadInLoop({ node, file }: Call, shows: RegExp): boolean {
  const around = functionText(node, file);
  return (
    re`while\s*\([^{]*readdir[\s\S]*?(?:${shows.source})`.test(around) &&
    !/sort\s*\(|unlink|remove|rmdir|std::set/.test(around)
  );
}
