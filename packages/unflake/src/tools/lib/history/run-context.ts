/** The run that reports are of: from flags, else from the CI service, else from git. */
import { hostname } from 'node:os';
import { UnflakeError } from '../../../contract/faults.ts';
import { gitIn } from '../../../scan/history/git.ts';
import type { HistoryRun } from '../../../store/history-port.ts';
import type { CiContext } from './ci-context.ts';

export interface RunFlags {
  readonly commit?: string | undefined;
  readonly branch?: string | undefined;
  readonly run?: string | undefined;
  readonly job?: string | undefined;
  readonly attempt?: number | undefined;
  readonly machine?: string | undefined;
  /** ISO 8601. */
  readonly at?: string | undefined;
}

/** Everything except the time, which a report may say. */
export async function runContext(
  flags: RunFlags,
  ci: CiContext | null,
  root: string,
): Promise<Omit<HistoryRun, 'atMs'> & { readonly atMs: number | null }> {
  const commit = flags.commit ?? ci?.commit ?? (await asked(root, ['rev-parse', '--verify', '--quiet', 'HEAD']));
  if (commit === null)
    throw new UnflakeError('INVALID_INPUT', 'the commit of these results is not known; name it with `--commit`', {
      problems: [{ field: 'commit', value: null, expected: 'a commit, outside CI and git' }],
    });
  // Outside CI the branch of the checkout is only that of its own commit.
  const branch =
    flags.branch ??
    ci?.branch ??
    (flags.commit === undefined ? await asked(root, ['symbolic-ref', '--short', '--quiet', 'HEAD']) : null);
  return {
    commit,
    branch: branch ?? '',
    run: flags.run ?? ci?.run ?? '',
    job: flags.job ?? ci?.job ?? '',
    attempt: flags.attempt ?? ci?.attempt ?? 1,
    machine: flags.machine ?? ci?.machine ?? (ci === null ? hostname() : ''),
    service: ci?.service ?? '',
    atMs: flags.at === undefined ? null : momentOf(flags.at),
  };
}

async function asked(root: string, question: readonly string[]): Promise<string | null> {
  const answer = await gitIn(root)(question);
  return 'text' in answer && answer.text.trim() !== '' ? answer.text.trim() : null;
}

export function momentOf(text: string): number {
  const moment = Date.parse(text);
  if (!Number.isFinite(moment)) {
    const problems = [{ field: 'at', value: text, expected: 'a time as 2026-03-01T10:00:00Z' }];
    throw new UnflakeError('INVALID_INPUT', `\`at\` is not a time: ${text}`, { problems });
  }
  return moment;
}
