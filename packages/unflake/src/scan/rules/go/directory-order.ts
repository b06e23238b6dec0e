import { calls, type Rule } from '../rule.ts';
import { functionAround, isOfPackage } from './around.ts';
import { inTest } from './sample.ts';
import { isSortedLater } from './sorted-later.ts';
import { givenTo } from './variables.ts';

export const directoryOrder: Rule = {
  id: 'go/directory-order',
  cause: { family: 'nondeterminism', kind: 'iteration-order' },
  severity: 'warning',
  where: 'anywhere',
  message: 'takes a directory’s entries in the order in which the file system has them',
  why: 'Methods of an open directory do not sort: another file system, or another history of the same files, gives another order.',
  fix: 'Use `os.ReadDir(name)`, which sorts by name, or sort what the method returns.',
  find: [
    calls(['*.Readdirnames', '*.Readdir', '*.ReadDir'], ({ node, args, file }) => {
      // Packages have a sorted function of the same name, which is given a path.
      if (isOfPackage(node, file) || !/^-?\d+$/.test(args[0]?.text() ?? '') || args[0]!.text() === '1') return false;
      const names = givenTo(node);
      if (names === null) return true;
      const entries = names[0];
      return entries !== undefined && entries !== '_' && !isSortedLater(entries, node, functionAround(node, file));
    }),
  ],
  flags: [
    inTest('os', 'd, _ := os.Open(dir)', 'names, _ := d.Readdirnames(-1)', 'check(t, names[0])'),
    inTest('os', 'd, _ := os.Open(dir)', 'infos, err := d.Readdir(0)', 'check(t, infos, err)'),
    inTest(
      'os',
      'd, _ := os.Open(dir)',
      'entries, _ := d.ReadDir(-1)',
      'for _, e := range entries {',
      '\tcheck(t, e)',
      '}',
    ),
    inTest('os', 'var d *os.File', 'list, err := d.Readdirnames(100)', 'if err == nil {', '\tcheck(t, list)', '}'),
  ],
  allows: [
    inTest('os', 'entries, _ := os.ReadDir(dir)', 'check(t, entries[0])'),
    inTest(
      'os sort',
      'd, _ := os.Open(dir)',
      'names, _ := d.Readdirnames(-1)',
      'sort.Strings(names)',
      'check(t, names)',
    ),
    inTest('os', 'd, _ := os.Open(dir)', 'names, _ := d.Readdirnames(-1)', 'check(t, len(names))'),
    inTest('os', 'd, _ := os.Open(dir)', '_, err := d.Readdirnames(1)', 'check(t, err)'),
    inTest('embed', 'var files embed.FS', 'entries, _ := files.ReadDir("pages")', 'check(t, entries[0])'),
  ],
};
