/**
 * A commit of the project in a folder of its own, as a git worktree. It lies in the folder of this run, which is removed afterwards, also
 * when the run is killed; what git noted of such a worktree is removed by the next verification.
 */
import { join } from 'node:path';
import { UnflakeError } from '../../../contract/faults.ts';
import { type Git, gitIn } from '../../../scan/history/git.ts';

export interface Worktree extends AsyncDisposable {
  /** The project inside it. */
  readonly root: string;
}

/** Part of the path of every run folder. */
const OURS = /\/unflake-run-[^/]+\/code-/;
/** A hook of the project has nothing to do with a verification. */
const WITHOUT_HOOKS = ['-c', 'core.hooksPath=/dev/null'];

export async function openWorktree(project: string, commit: string, folder: string, name: string): Promise<Worktree> {
  // Not cancelled half-way: git would leave a lock behind.
  const git = gitIn(project);
  await removeLeft(git);
  const place = join(folder, `code-${name}`);
  const added = await git([...WITHOUT_HOOKS, 'worktree', 'add', '--quiet', '--detach', place, commit]);
  if ('why' in added) throw noWorktree(commit, added.why);
  const prefix = await git(['rev-parse', '--show-prefix']);
  const inside = 'text' in prefix ? prefix.text.trim() : '';
  return {
    root: join(place, inside),
    async [Symbol.asyncDispose]() {
      await git(['worktree', 'remove', '--force', '--force', place]);
    },
  };
}

/** Of runs that were killed: their folders are gone already. */
async function removeLeft(git: Git): Promise<void> {
  const listed = await git(['worktree', 'list', '--porcelain', '-z']);
  if (!('text' in listed)) return;
  for (const entry of listed.text.split('\0\0')) {
    const path = /^worktree ([^\0]+)/.exec(entry)?.[1];
    if (path !== undefined && OURS.test(path) && /(?:^|\0)prunable/.test(entry))
      await git(['worktree', 'remove', '--force', '--force', path]);
  }
}

const noWorktree = (commit: string, why: string): UnflakeError =>
  new UnflakeError('CODE_NOT_PREPARED', `the code of ${commit.slice(0, 10)} cannot be checked out: ${why}`, { commit });
