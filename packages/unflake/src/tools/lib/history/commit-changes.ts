/** What the commit of the checkout changed, in full, for a proof that it cannot have caused a failure. */
import { type ChangedLines, changedLines } from '../../../scan/history/changed-lines.ts';
import type { Git } from '../../../scan/history/git.ts';

/** Texts for people, which no test reads. */
const DOCUMENT = /(?:^|\/)(?:docs?\/.*|[^/]*\.(?:md|rst|adoc|txt))$/i;
const COMMIT = ['HEAD~1', 'HEAD', '--'];
const PLAIN = ['-c', 'core.quotePath=false', 'diff', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames'];

/**
 * By path relative to the project; null where a part of the change cannot be followed: a file that is gone, moved or binary, or one outside the
 * project. Only what was committed counts: CI leaves reports and build results beside it.
 */
export async function commitChanges(git: Git): Promise<ReadonlyMap<string, readonly ChangedLines[]> | null> {
  const prefix = await git(['rev-parse', '--show-prefix']);
  const names = await git([...PLAIN, '--name-status', '-z', ...COMMIT]);
  const diff = await git([...PLAIN, '-U0', '--relative', '--src-prefix=a/', '--dst-prefix=b/', ...COMMIT]);
  if ('why' in prefix || 'why' in names || 'why' in diff) return null;
  const inside = prefix.text.trim();
  const lines = changedLines(diff.text);
  const changes = new Map<string, readonly ChangedLines[]>();
  const fields = names.text.split('\0');
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [status, path] = [fields[at]!, fields[at + 1]!];
    if (DOCUMENT.test(path)) continue;
    const own = path.startsWith(inside) ? path.slice(inside.length) : null;
    const changed = own === null ? undefined : lines.get(own);
    if (!/^[AM]$/.test(status) || own === null || changed === undefined || changed.length === 0) return null;
    changes.set(own, changed);
  }
  return changes;
}

/** The commit that is checked out; null where tracked files differ from it. */
export async function checkedOutCommit(git: Git): Promise<string | null> {
  const head = await git(['rev-parse', '--verify', '--quiet', 'HEAD']);
  const status = await git(['status', '--porcelain', '--untracked-files=no']);
  return 'why' in head || 'why' in status || status.text.trim() !== '' ? null : head.text.trim();
}
