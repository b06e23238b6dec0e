/** Opens the commit that the work names in a worktree of its own: fetched where it is missing, prepared by the project's own command. */
import { openRunFolder } from '../../../engine/folders/run-folder.ts';
import type { OpenedWork } from '../../../queue/serve-work.ts';
import type { Work } from '../../../queue/work.ts';
import { gitIn } from '../../../scan/history/git.ts';
import type { Store } from '../../../store/port.ts';
import { loadConfig } from '../config.ts';
import type { ToolContext } from '../tool.ts';
import { prepareWorktree } from '../verify/share-dependencies.ts';
import { openWorktree } from '../verify/worktree.ts';
import { codeHere } from './code-here.ts';
import { openStoredWork, type WorkPlace } from './open-stored-work.ts';

export async function openFetchedWork(
  work: Work,
  { root, config, remote }: WorkPlace & { readonly remote: string },
  store: Store,
  context: ToolContext,
): Promise<OpenedWork | string> {
  const { commit, changes, repository, inside } = work.wanted;
  if (commit === null) return 'it is not under version control';
  if (changes !== null) return 'it needs changes that are not committed, and `--fetch` knows commits alone';
  const here = await codeHere(root, context.signal);
  if (repository !== null && here.repository !== null && repository !== here.repository)
    return 'it belongs to another repository';
  if (inside !== here.inside) return 'the project is in another folder of the repository';
  const missing = await fetched(root, commit, remote);
  if (missing !== null) return missing;
  const folder = openRunFolder(context.env.UNFLAKE_TMP);
  const tree = await openWorktree(root, commit, folder.path, 'worker').catch(async (error: unknown) => {
    await folder.remove();
    throw error;
  });
  const close = async () => {
    await tree[Symbol.asyncDispose]();
    await folder.remove();
  };
  try {
    // The preparation is that of the commit.
    const own = await loadConfig(tree.root);
    await prepareWorktree({ project: root, worktree: tree.root, command: own.verify.prepare }, context);
    const opened = await openStoredWork(work, { root: tree.root, config }, store, context);
    if (typeof opened === 'string') {
      await close();
      return opened;
    }
    return {
      ...opened,
      // Nobody else works in it.
      hindrance: async () => null,
      async [Symbol.asyncDispose]() {
        try {
          await opened[Symbol.asyncDispose]();
        } finally {
          await close();
        }
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Null when the commit is here. Not every server gives a commit that no branch names. */
async function fetched(root: string, commit: string, remote: string): Promise<string | null> {
  const git = gitIn(root);
  const has = async () => 'text' in (await git(['cat-file', '-e', `${commit}^{commit}`]));
  if (await has()) return null;
  const exact = await git(['fetch', '--quiet', '--no-tags', '--end-of-options', remote, commit]);
  if ('why' in exact) await git(['fetch', '--quiet', '--no-tags', '--end-of-options', remote]);
  return (await has()) ? null : `commit ${commit.slice(0, 10)} is not in \`${remote}\``;
}
