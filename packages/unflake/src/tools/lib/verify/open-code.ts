/** Opens the code of a verification for trials: the working tree as it is, or commits in worktrees of their own. */
import { join } from 'node:path';
import { isFault } from '../../../contract/faults.ts';
import type { VerifiedCode } from '../../../contract/verification.ts';
import { openRunFolder } from '../../../engine/folders/run-folder.ts';
import type { StoredCase } from '../../../store/port.ts';
import { openCaseSubject, storedSubject } from '../case/open-case-subject.ts';
import { closing } from '../closing.ts';
import { loadConfig } from '../config.ts';
import type { OpenedSubject } from '../opened-subject.ts';
import type { ToolContext } from '../tool.ts';
import type { CodeChoice } from './choose-code.ts';
import { prepareWorktree } from './share-dependencies.ts';
import { openWorktree } from './worktree.ts';

export interface OpenedCode extends AsyncDisposable {
  readonly before: OpenedSubject | null;
  readonly after: OpenedSubject;
  /** As it was possible. */
  readonly choice: CodeChoice;
}

export interface CodePlace {
  readonly config: string | undefined;
  readonly store: string | undefined;
  /** As the new code names it. */
  readonly test: string;
}

export async function openCode(
  choice: CodeChoice,
  found: StoredCase,
  place: CodePlace,
  context: ToolContext,
): Promise<OpenedCode> {
  try {
    return await openAs(choice, found, place, context);
  } catch (error) {
    if (choice.asked || choice.before === null || !isFault(error) || context.signal.aborted) throw error;
    const after = { commit: choice.after.commit, name: 'working tree' };
    const withoutOld = `${error.message}; set \`verify.prepare\` in the config file to the command that installs its dependencies`;
    return await openAs({ ...choice, before: null, after, withoutOld }, found, place, context);
  }
}

async function openAs(
  choice: CodeChoice,
  found: StoredCase,
  place: CodePlace,
  context: ToolContext,
): Promise<OpenedCode> {
  const held: AsyncDisposable[] = [];
  const use = <Held extends AsyncDisposable>(one: Held): Held => {
    held.push(one);
    return one;
  };
  // The last first: a subject inside a worktree ends before the worktree does.
  const close = async (): Promise<void> => {
    for (const one of held.splice(0).reverse()) await one[Symbol.asyncDispose]();
  };
  try {
    const config = await loadConfig(found.root, place.config);
    const folder = openRunFolder(context.env.UNFLAKE_TMP);
    use(closing({ close: () => folder.remove() }));
    const open = async (code: VerifiedCode, name: 'before' | 'after', test: string): Promise<OpenedSubject> => {
      const request = { ...storedSubject(found, { config: config.file ?? undefined, store: place.store }), test };
      if (code.commit === null || code.name === 'working tree') return use(await openCaseSubject(request, context));
      const tree = use(await openWorktree(found.root, code.commit, folder.path, name));
      await prepareWorktree({ project: found.root, worktree: tree.root, command: config.verify.prepare }, context);
      // What is built from it goes with it.
      const store = join(folder.path, `store-${name}.db`);
      return use(await openCaseSubject({ ...request, root: tree.root, store }, context));
    };
    const before = choice.before === null ? null : await open(choice.before, 'before', found.test);
    const after = await open(choice.after, 'after', place.test);
    return { before, after, choice, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}
