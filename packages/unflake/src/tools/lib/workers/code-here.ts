/** Which code a checkout has, so that two machines can compare it: the commit, and a digest of what differs from it. */
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { openProject } from '../../../engine/subject/open-project.ts';
import type { Wanted } from '../../../queue/work.ts';
import { type Git, gitIn } from '../../../scan/history/git.ts';
import { isOfTools } from '../verify/code-state.ts';

export type Code = Pick<Wanted, 'repository' | 'inside' | 'commit' | 'changes'>;

export async function codeHere(root: string, signal: AbortSignal): Promise<Code> {
  const git = gitIn(root, signal);
  const commit = await line(git, ['rev-parse', '--verify', 'HEAD']);
  if (commit === null)
    return { repository: null, inside: '', commit: null, changes: digestOf(root, openProject(root).files, '') };
  const [repository, inside, changes] = await Promise.all([
    firstCommit(git),
    line(git, ['rev-parse', '--show-prefix']),
    changesOf(root, git),
  ]);
  return { repository, inside: (inside ?? '').replace(/\/$/, ''), commit, changes };
}

/** A clone without history has no first commit of its own. */
async function firstCommit(git: Git): Promise<string | null> {
  if ((await line(git, ['rev-parse', '--is-shallow-repository'])) !== 'false') return null;
  const roots = await line(git, ['rev-list', '--max-parents=0', 'HEAD']);
  return roots === null ? null : roots.split('\n').sort()[0]!;
}

async function changesOf(root: string, git: Git): Promise<string | null> {
  const diff = await text(git, ['diff', '--no-ext-diff', '--no-textconv', '--binary', 'HEAD', '--', '.']);
  const fresh = await text(git, ['ls-files', '--others', '--exclude-standard', '-z']);
  const files = (fresh ?? '').split('\0').filter((file) => file !== '' && !isOfTools(`?? ${file}`));
  return diff === '' && files.length === 0 ? null : digestOf(root, files, diff ?? 'unreadable');
}

/** Of contents alone: other machines have other times. */
function digestOf(root: string, files: readonly string[], diff: string): string {
  const hash = createHash('sha256').update(diff);
  for (const file of [...files].sort()) {
    const path = join(root, file);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    hash.update(`\0${file}\0`);
    if (stat?.isSymbolicLink()) hash.update(readlinkSync(path));
    else if (stat?.isFile()) hash.update(readFileSync(path));
  }
  return hash.digest('base64url').slice(0, 22);
}

async function line(git: Git, args: readonly string[]): Promise<string | null> {
  return (await text(git, args))?.trim() ?? null;
}

async function text(git: Git, args: readonly string[]): Promise<string | null> {
  const answer = await git(args);
  return 'text' in answer ? answer.text : null;
}
