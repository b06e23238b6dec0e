/** The versions of the runner and of the program that runs it, by which machines compare their toolchains. */
import { programVersion } from '../../../engine/subject/program-version.ts';
import { runInFolder } from '../../../engine/subject/run-in-folder.ts';
import type { Subject } from '../../../engine/subject/subject.ts';
import type { TrialWorkspace } from '../../../engine/trial-workspace.ts';

const MAX_CHECK_MS = 60_000;

export async function toolchainOf(subject: Subject, workspace: TrialWorkspace, signal: AbortSignal): Promise<string> {
  const runner = `${subject.adapter.name} ${(await programVersion(subject, workspace, signal)) ?? 'of unknown version'}`;
  const [program, ...rest] = subject.program;
  if (rest.length === 0) return runner;
  const command = { argv: [program, '--version'] as const, env: {}, cwd: subject.folder, files: {}, reads: [] };
  const { code, stdout, stderr } = await runInFolder(command, workspace, { timeBoxMs: MAX_CHECK_MS, signal });
  const version = code === 0 ? `${stdout}\n${stderr}`.trim().split('\n')[0]! : '';
  return version === '' ? runner : `${runner} on ${version}`;
}

export const platformHere = (): string => `${process.platform}-${process.arch}`;
