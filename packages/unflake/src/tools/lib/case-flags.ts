/** The flags with which another command finds the same case, each with a leading space. */
import { resolve } from 'node:path';
import { quoteWord } from '../../text/shell-line.ts';

export function caseFlags(
  given: { readonly root?: string | undefined; readonly store?: string | undefined },
  cwd: string,
): string {
  if (given.store !== undefined) return ` --store ${quoteWord(resolve(cwd, given.store))}`;
  // The default store belongs to the root.
  return given.root === undefined ? '' : ` --root ${quoteWord(resolve(cwd, given.root))}`;
}
