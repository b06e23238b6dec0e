import type { SourceFile } from '../../facts/source-file.ts';
import { calleeOf, functionAround, isAfter, isOfPackage } from '../../semantics/go/around.ts';
import { isSortedLater } from '../../semantics/go/sorted-later.ts';
import { givenTo, usesOf } from '../../semantics/go/variables.ts';
import type { Node } from '../../syntax/parser.ts';
import { isObserved } from '../hash-order/go.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const go: LanguageRule = {
  fix: 'Use `os.ReadDir(name)`, which sorts by name, or sort what the method returns.',
  find: [
    calls('*.Readdirnames *.Readdir *.ReadDir', ({ node, args, file }) => {
      // Packages have a sorted function of the same name, which is given a path.
      if (isOfPackage(node, file) || !/^-?\d+$/.test(args[0]?.text() ?? '') || args[0]!.text() === '1') return false;
      const names = givenTo(node);
      if (names === null) return true;
      const entries = names[0];
      return entries !== undefined && entries !== '_' && isSeenInOrder(entries, node, file);
    }),
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
