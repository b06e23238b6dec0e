/**
 * Finds the program that runs the tests of a subject by letting the likeliest one list them. Asking for its version first would cost
 * another start and tells less; programs are checked only if the listing fails.
 */
import { isFault } from '../../contract/faults.ts';
import type { Listing, RunnerAdapter } from '../../contract/runner.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import { candidatesOf, findProgram, type ProgramArgv } from './find-program.ts';
import { lacksForWorkers, withWorkersOf } from './lacks-for-workers.ts';
import { listTests } from './list-tests.ts';
import { behindWrapper } from './resolve-shim.ts';
import type { Subject } from './subject.ts';

export interface ListedSubject {
  readonly program: ProgramArgv;
  /** The adapter of the subject, or one that bypasses a version manager's shim. */
  readonly adapter: RunnerAdapter;
  readonly listing: Listing;
}

/** RUNNER_NOT_INSTALLED when no program answers, SUITE_DOES_NOT_COLLECT when one does and lists nothing. */
export async function findAndList(
  bare: Omit<Subject, 'program'>,
  workspace: TrialWorkspace,
  signal?: AbortSignal,
): Promise<ListedSubject> {
  const list = async (program: ProgramArgv): Promise<ListedSubject> => {
    const listing = listTests({ ...bare, program }, workspace, signal);
    const adapter = behindWrapper(bare, program, workspace, signal);
    const lacks = lacksForWorkers(bare, program, workspace, signal);
    // All have ended before a fault is thrown: the caller then closes the workspace.
    await Promise.allSettled([listing, adapter, lacks]);
    const { tests } = await listing;
    return { program, listing: await listing, adapter: withWorkersOf(await adapter, tests, bare.folder, await lacks) };
  };
  const [likeliest] = candidatesOf(bare.adapter, bare.folder, workspace.baseEnv);
  let refused: unknown = null;
  if (likeliest !== undefined) {
    try {
      return await list(likeliest);
    } catch (error) {
      if (!isFault(error) || error.code !== 'SUITE_DOES_NOT_COLLECT') throw error;
      refused = error;
    }
  }
  const program = await findProgram(bare.adapter, bare.folder, workspace, signal);
  if (refused !== null && program.join('\0') === likeliest?.join('\0')) throw refused;
  return list(program);
}
