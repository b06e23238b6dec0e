import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type Rule } from '../rule.ts';
import { calleeOf, functionAround, isAfter, isOfPackage } from './around.ts';
import { isObserved } from './hash-order.ts';
import { inTest } from './sample.ts';
import { isSortedLater } from './sorted-later.ts';
import { givenTo, usesOf } from './variables.ts';

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
      return entries !== undefined && entries !== '_' && isSeenInOrder(entries, node, file);
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
      '\tfmt.Println(e.Name())',
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

/** Indexed, given to a function, returned, or listed by a loop; a loop that only looks for something does not mind. */
function isSeenInOrder(name: string, listing: Node, file: SourceFile): boolean {
  const scope = functionAround(listing, file);
  if (isSortedLater(name, listing, scope)) return false;
  return usesOf(name, scope).some((use) => {
    const outer = use.parent();
    if (!isAfter(use, listing) || outer === null) return false;
    if (outer.is('range_clause')) return isObserved(outer.parent()!, file);
    if (outer.is('argument_list')) return !/^(?:len|cap|append|slices\.Contains)$/.test(calleeOf(outer.parent()!));
    return outer.is('index_expression') || outer.parent()?.is('return_statement') === true;
  });
}
