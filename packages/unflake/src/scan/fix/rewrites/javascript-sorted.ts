/** JavaScript: the files of a directory in the order of their names. */
import { type Edit, type FixPlace, ofKind, type Rewrite, replaced } from '../rewrite.ts';

/** Those that give an array of names. */
const NAMES = /(?:^|\.)(?:readdirSync|readdir|globSync|sync|glob|globby)$/;

export const javascriptSortedListing: Rewrite = {
  rule: 'javascript/directory-order',
  does: 'sorts the names where they are listed',
  edits: sorted,
};

function sorted(place: FixPlace): readonly Edit[] | null {
  const call = ofKind(place, 'call_expression');
  const callee = call?.field('function')?.text() ?? '';
  if (call === null || !NAMES.test(callee) || /withFileTypes|objectMode|stats/.test(call.text())) return null;
  const outer = call.parent();
  if (outer?.is('await_expression')) return [replaced(outer, `(await ${call.text()}).sort()`)];
  return /Sync$|\.sync$/.test(callee) ? [replaced(call, `${call.text()}.sort()`)] : null;
}
