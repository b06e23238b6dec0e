/** Programs that are built once and run in a new process each time. choose-launcher.ts decides whether to trust them. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RawRun } from '../../contract/command.ts';
import type { BuiltProgram, RunnerContext } from '../../contract/runner.ts';
import type { TestId } from '../../contract/test-id.ts';
import { runCommand } from '../process/run-command.ts';
import { runInFolder } from '../subject/run-in-folder.ts';
import { contextOf, type Subject } from '../subject/subject.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import type { Launcher } from './launcher.ts';

export const compiled: Launcher = { name: 'compiled', keeps: 'built-programs', launch: runCommand };

/** A large project may build from scratch; a build that hangs must still end. */
const BUILD_TIME_BOX_MS = 30 * 60_000;

/** Why there are no programs. */
export const OWN_COPIES = 'each trial has its own copy of the project';
export const NO_PROGRAM = 'no test program could be built without running the tests';

/** The programs, which live as long as the workspace; empty if nothing could be built. */
export async function buildPrograms(
  subject: Subject,
  workspace: TrialWorkspace,
  target: TestId,
  signal?: AbortSignal,
): Promise<readonly BuiltProgram[]> {
  const { compiled: runs } = subject.adapter;
  const folder = join(workspace.folders.path, 'built');
  if (runs === undefined || runs.build(contextOf(subject, folder), folder, target) === null) return [];
  mkdirSync(folder, { recursive: true });
  let context: RunnerContext | undefined;
  const run: RawRun = await runInFolder(
    (own) => {
      context = contextOf(subject, own);
      return runs.build(context, folder, target)!;
    },
    workspace,
    { timeBoxMs: BUILD_TIME_BOX_MS, ...(signal === undefined ? {} : { signal }) },
  );
  return runs.parseBuild(run, context!);
}

/** The same subject, whose trials run these programs where possible. Plain commands stay as a person types them. */
export function withPrograms(subject: Subject, programs: readonly BuiltProgram[]): Subject {
  const { adapter } = subject;
  return {
    ...subject,
    adapter: {
      ...adapter,
      command: (request, context) =>
        adapter.compiled?.command(request, context, programs) ?? adapter.command(request, context),
    },
  };
}
