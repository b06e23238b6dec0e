/** Finds the program that runs a subject's tests, inside the project first, and makes sure that it answers. */
import { UnflakeError } from '../../contract/faults.ts';
import type { RunnerAdapter } from '../../contract/runner.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import { installAdvice } from './install-advice.ts';
import { interpreterPaths } from './interpreter-paths.ts';
import { npmPackage, requireAccepted } from './npm-package.ts';
import { runInFolder } from './run-in-folder.ts';

export type ProgramArgv = readonly [string, ...string[]];

/** Starting an interpreter with plugins takes seconds on a cold machine, never minutes. */
const CHECK_TIME_BOX_MS = 60_000;

/** The first candidate whose check succeeds; RUNNER_NOT_INSTALLED with the last one's words when none does. */
export async function findProgram(
  adapter: Pick<RunnerAdapter, 'name' | 'program'>,
  folder: string,
  workspace: TrialWorkspace,
  signal?: AbortSignal,
): Promise<ProgramArgv> {
  const { check } = adapter.program;
  const install = installAdvice(adapter.program.install, folder);
  const candidates = candidatesOf(adapter, folder, workspace.baseEnv);
  const words: string[] = [];
  for (const program of candidates) {
    if (check.length === 0) return program;
    const argv: ProgramArgv = [program[0], ...program.slice(1), ...check];
    const run = await runInFolder({ argv, env: {}, cwd: folder, files: {}, reads: [] }, workspace, {
      timeBoxMs: CHECK_TIME_BOX_MS,
      ...(signal === undefined ? {} : { signal }),
    });
    if (run.code === 0) return program;
    words.push(`$ ${argv.join(' ')}\n${run.stdout}${run.stderr}`.trim());
  }
  const why = candidates.length === 0 ? 'no program was found' : 'its check failed';
  const output = words.join('\n');
  throw new UnflakeError(
    'RUNNER_NOT_INSTALLED',
    `${adapter.name} is not installed for ${folder}: ${why}; install it with: ${install}`,
    {
      runner: adapter.name,
      install,
      tried: candidates.map((program) => program.join(' ')),
      output,
    },
  );
}

/** Likeliest first. RUNNER_NOT_INSTALLED where the project has a version of the runner that its adapter does not accept. */
export function candidatesOf(
  adapter: Pick<RunnerAdapter, 'name' | 'program'>,
  folder: string,
  env: Readonly<Record<string, string>>,
): readonly ProgramArgv[] {
  const { npm, interpreters, keepers } = adapter.program;
  // A runner that is part of node, or a command that the user gives, needs no looking for.
  if (npm === undefined && interpreters === undefined) return [[process.execPath]];
  const found = npmPackage(adapter.program, folder);
  if (found !== null) requireAccepted(adapter, found, folder);
  const fromNpm: ProgramArgv[] = found === null ? [] : [[process.execPath, found.script]];
  const paths = interpreterPaths({ interpreters: interpreters ?? [], keepers: keepers ?? [] }, folder, env);
  return [...fromNpm, ...paths.map((path): ProgramArgv => [path])];
}
