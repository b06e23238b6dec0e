/** Asks the runner for the suite's tests in its own order. */

import type { Command, RawRun } from '../../contract/command.ts';
import { UnflakeError } from '../../contract/faults.ts';
import type { Listing, RunnerContext } from '../../contract/runner.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import { runInFolder } from './run-in-folder.ts';
import { contextOf, type Subject } from './subject.ts';

/** Collecting imports the whole suite, which may be large; a collection that hangs must still end. */
const LIST_TIME_BOX_MS = 10 * 60_000;
/** The end of the output is where runners say what is wrong. */
const WORDS_KEPT = 4_000;

/** SUITE_DOES_NOT_COLLECT when nothing was collected; if some files collected, the others are returned as problems. */
export async function listTests(subject: Subject, workspace: TrialWorkspace, signal?: AbortSignal): Promise<Listing> {
  let context: RunnerContext | undefined;
  let command: Command | undefined;
  const run = await runInFolder(
    (folder) => {
      context = contextOf(subject, folder);
      command = subject.adapter.list(context);
      return command;
    },
    workspace,
    { timeBoxMs: LIST_TIME_BOX_MS, ...(signal === undefined ? {} : { signal }) },
  );
  const listing = subject.adapter.parseList(run, context!);
  if (listing.tests.length === 0) throw doesNotCollect(subject, run, listing, command!);
  return listing;
}

function doesNotCollect(
  { adapter, folder }: Subject,
  run: RawRun,
  { problems }: Listing,
  command: Command,
): UnflakeError {
  const ending = run.timedOut
    ? `did not end within ${LIST_TIME_BOX_MS / 60_000} minutes`
    : run.signal === null
      ? `ended with status ${run.code}`
      : `was ended by ${run.signal}`;
  const output = `${run.stdout}\n${run.stderr}`.trim().slice(-WORDS_KEPT);
  const words = problems.length > 0 ? problems.join('\n') : output;
  return new UnflakeError(
    'SUITE_DOES_NOT_COLLECT',
    `${adapter.name} lists no test in ${folder} and ${ending}${words === '' ? '' : `:\n${words}`}`,
    { runner: adapter.name, folder, command: command.argv, problems, output },
  );
}
