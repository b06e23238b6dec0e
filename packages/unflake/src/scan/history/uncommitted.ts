/** Which files differ from the last commit, or are in none. */
import type { Git } from './git.ts';

/** Null where git cannot tell: then nothing there is safe in a commit. */
export async function uncommitted(git: Git, files: readonly string[]): Promise<ReadonlySet<string> | null> {
  const found = new Set<string>();
  for (let at = 0; at < files.length; at += MAX_AT_ONCE) {
    const some = files.slice(at, at + MAX_AT_ONCE);
    // Every path that is not listed is either clean or ignored; ignored files are in no commit either.
    const changed = await git(['diff-index', '--name-only', '--relative', '-z', 'HEAD', '--', ...some]);
    const tracked = await git(['ls-files', '-z', '--', ...some]);
    if ('why' in changed || 'why' in tracked) return null;
    const names = (text: string) => text.split('\0').filter((name) => name !== '');
    const known = new Set(names(tracked.text));
    for (const file of names(changed.text)) found.add(file);
    for (const file of some) if (!known.has(file)) found.add(file);
  }
  return found;
}

/** Arguments of one process have an end. */
const MAX_AT_ONCE = 500;
