/** Which code is in a folder: its commit where git knows it, and a digest by which two moments can be compared. */
import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { DEPENDENCY_FOLDERS, PRODUCT_FOLDERS } from '../../../contract/foreign-folders.ts';
import { openProject } from '../../../engine/subject/open-project.ts';
import { type Git, gitIn } from '../../../scan/history/git.ts';

export interface CodeState {
  /** null without git. */
  readonly commit: string | null;
  /** Nothing differs from the commit; files that tools make are left out. */
  readonly clean: boolean;
}

export async function codeState(root: string, signal?: AbortSignal): Promise<CodeState> {
  const git = gitIn(root, signal);
  const commit = await text(git, ['rev-parse', '--verify', 'HEAD']);
  if (commit === null) return { commit: null, clean: false };
  const changed = await text(git, ['status', '--porcelain', '-z', '--untracked-files=all']);
  return { commit: commit.trim(), clean: changed?.split('\0').every(isOfTools) === true };
}

/** The commit that a ref names; null if there is none. */
export async function commitOf(root: string, ref: string, signal?: AbortSignal): Promise<string | null> {
  // A ref that begins with a dash would be an option.
  const answer = await text(gitIn(root, signal), ['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`]);
  return answer === null ? null : answer.trim();
}

/** Changes whenever a file of the project does. */
export async function codeDigest(root: string, signal?: AbortSignal): Promise<string> {
  const git = gitIn(root, signal);
  const hash = createHash('sha256');
  const commit = await text(git, ['rev-parse', '--verify', 'HEAD']);
  const diff = commit === null ? null : await text(git, ['diff', '--no-ext-diff', '--binary', 'HEAD']);
  const files =
    diff === null
      ? openProject(root).files
      : ((await text(git, ['ls-files', '--others', '--exclude-standard', '-z'])) ?? '').split('\0');
  hash.update(`${commit}\0${diff}\0`);
  for (const file of [...files].sort()) {
    if (file === '' || isMade(file)) continue;
    const stat = lstatSync(join(root, file), { throwIfNoEntry: false });
    hash.update(`${file}\0${stat?.size}\0${stat?.mtimeMs}\0`);
  }
  return hash.digest('base64url').slice(0, 22);
}

async function text(git: Git, args: readonly string[]): Promise<string | null> {
  const answer = await git(args);
  return 'text' in answer ? answer.text : null;
}

/** Of `git status --porcelain -z`: nothing, or an untracked file that a tool made. */
export const isOfTools = (entry: string): boolean =>
  entry === '' || (entry.startsWith('?? ') && isMade(entry.slice(3)));

const isMade = (path: string): boolean =>
  path.split('/').some((part) => PRODUCT_FOLDERS.has(part) || DEPENDENCY_FOLDERS.has(part));
