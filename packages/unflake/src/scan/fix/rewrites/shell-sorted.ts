/** Shell: what `find` lists in the order of the names. */
import { after, type Edit, type FixPlace, ofKind, type Rewrite } from '../rewrite.ts';

export const shellSortedListing: Rewrite = {
  rule: 'shell/directory-order',
  does: 'sorts what is listed',
  edits: sorted,
};

/** Only where it is the whole of `$(…)`: elsewhere a pipe may change whose exit status counts. */
function sorted(place: FixPlace): readonly Edit[] | null {
  const command = ofKind(place, 'command');
  const around = command?.parent();
  if (command === null || !around?.is('command_substitution') || around.namedChildren().length !== 1) return null;
  const isFind = command.field('name')?.text() === 'find' && !/-print0|-exec|-delete|-quit/.test(command.text());
  return isFind ? [after(command, ' | LC_ALL=C sort')] : null;
}
