/** What differs from where a branch left the default branch, uncommitted changes and new files included. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { CertifiedCommit } from '../../../contract/certificate.ts';
import { UnflakeError } from '../../../contract/faults.ts';
import { type ChangedLines, changedLines } from '../../../scan/history/changed-lines.ts';
import { type Git, gitIn } from '../../../scan/history/git.ts';

export interface Changes {
  /** The commit with which the working tree was compared. */
  readonly since: string;
  /** By path relative to the project. */
  readonly files: ReadonlyMap<string, readonly ChangedLines[]>;
}

/** In the order in which they are tried. */
const DEFAULT_BRANCHES = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master'];

/** INVALID_INPUT without version control, or for a revision that git does not know. */
export async function changesSince(root: string, git: Git, ref: string | undefined, field: string): Promise<Changes> {
  const since = await mergeBase(git, ref, field);
  const diff = await git([
    ...['-c', 'core.quotePath=false', 'diff', '-U0', '--no-color', '--no-ext-diff', '--no-textconv', '--relative'],
    ...['--diff-filter=d', '--src-prefix=a/', '--dst-prefix=b/', '--find-renames', since, '--'],
  ]);
  const fresh = await git(['ls-files', '--others', '--exclude-standard', '-z']);
  if ('why' in diff) throw refused(diff.why, field);
  if ('why' in fresh) throw refused(fresh.why, field);
  const files = new Map(changedLines(diff.text));
  for (const path of fresh.text.split('\0').filter((name) => name !== '')) {
    const lines = linesOf(join(root, path));
    if (lines !== null) files.set(path, [{ line: 1, endLine: lines, added: true }]);
  }
  return { since, files };
}

/** Of what a change touches, from the working directory: says which package of several is meant. */
export async function changedPaths(
  { root, cwd }: { readonly root: string; readonly cwd: string },
  { ref, field, signal }: { readonly ref: string | undefined; readonly field: string; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  const { files } = await changesSince(root, gitIn(root, signal), ref, field);
  return [...files.keys()].map((path) => relative(cwd, join(root, path)));
}

/** Null where the project is not under version control or has no commit. */
export async function commitHere(git: Git): Promise<CertifiedCommit | null> {
  const head = await git(['rev-parse', '--verify', '--quiet', 'HEAD']);
  if ('why' in head) return null;
  const status = await git(['status', '--porcelain', '--', '.']);
  return { id: head.text.trim(), changed: !('text' in status) || status.text.trim() !== '' };
}

async function mergeBase(git: Git, ref: string | undefined, field: string): Promise<string> {
  const inside = await git(['rev-parse', '--is-inside-work-tree']);
  if ('why' in inside) throw refused(inside.why, field);
  const tried = ref === undefined ? DEFAULT_BRANCHES : [ref];
  for (const name of tried) {
    const commit = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
    if ('why' in commit) continue;
    const base = await git(['merge-base', 'HEAD', commit.text.trim()]);
    // Without a common ancestor, as in a shallow clone, the revision itself is compared.
    return 'text' in base ? base.text.trim() : commit.text.trim();
  }
  const problem =
    ref === undefined
      ? 'there is no branch main or master to compare with; name a revision with `--since`, or name tests'
      : `git knows no revision ${ref}`;
  throw new UnflakeError('INVALID_INPUT', problem, { field });
}

const refused = (why: string, field: string): UnflakeError =>
  new UnflakeError('INVALID_INPUT', `which tests are new cannot be told: ${why}; name the tests instead`, { field });

function linesOf(path: string): number | null {
  try {
    return readFileSync(path, 'utf8').split('\n').length;
  } catch (error) {
    // A link to nowhere, or a file that is gone since.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}
