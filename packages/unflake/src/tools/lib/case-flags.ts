/** The flags with which another command finds the same case, each with a leading space. */
import { resolve } from 'node:path';
import { isPostgresAddress, shownAddress } from '../../store/postgres/address.ts';
import { quoteWord } from '../../text/shell-line.ts';

export function caseFlags(
  given: { readonly root?: string | undefined; readonly store?: string | undefined },
  cwd: string,
): string {
  if (given.store !== undefined) {
    const place = isPostgresAddress(given.store) ? shownAddress(given.store) : resolve(cwd, given.store);
    return ` --store ${quoteWord(place)}`;
  }
  // The default store belongs to the root.
  return given.root === undefined ? '' : ` --root ${quoteWord(resolve(cwd, given.root))}`;
}
