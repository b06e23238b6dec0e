/** Python: entries of a directory, and texts that are joined, in the order of their names. */

import { after, type Edit, type FixPlace, insertBefore, ofKind, type Rewrite } from '../rewrite.ts';
import { isShadowed } from './python-names.ts';

/** Entries of `scandir` cannot be compared. */
const COMPARABLE = /(?:^|\.)(?:listdir|glob|iglob|iterdir|rglob)$/;
const WANTS_AN_ITERATOR = /(?:^|\.)(?:next|iter|islice|enumerate_next)$/;

export const pythonSortedListing: Rewrite = {
  rule: 'python/directory-order',
  does: 'sorts the entries where they are listed',
  edits: (place) => {
    const call = ofKind(place, 'call');
    const callee = call?.field('function')?.text() ?? '';
    if (call === null || !COMPARABLE.test(callee) || isShadowed('sorted', place.file)) return null;
    const outer = call.parent()?.parent();
    if (outer?.is('call') && WANTS_AN_ITERATOR.test(outer.field('function')?.text() ?? '')) return null;
    return [insertBefore(call, 'sorted('), after(call, ')')];
  },
};

export const pythonSortedJoin: Rewrite = {
  rule: 'python/hash-order',
  does: 'sorts the texts before they are joined',
  edits: sortedJoin,
};

/** Only texts can be joined, and texts can be compared. */
function sortedJoin(place: FixPlace): readonly Edit[] | null {
  const call = ofKind(place, 'call');
  const args = call?.field('arguments')?.namedChildren() ?? [];
  const [only] = args;
  if (!/\.join$/.test(call?.field('function')?.text() ?? '') || args.length !== 1 || only === undefined) return null;
  if (isShadowed('sorted', place.file) || only.is('generator_expression') || only.is('list_splat')) return null;
  return [insertBefore(only, 'sorted('), after(only, ')')];
}
