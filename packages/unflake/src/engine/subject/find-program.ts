/** Finds the program that runs a subject's tests, inside the project first, and makes sure that it answers. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { UnflakeError } from '../../contract/faults.ts';
import type { RunnerAdapter } from '../../contract/runner.ts';
import type { Laboratory } from '../laboratory.ts';
import { installAdvice } from './install-advice.ts';
import { npmPackage, requireAccepted } from './npm-package.ts';
import { runInFolder } from './run-in-folder.ts';
import { upwards } from './upwards.ts';

export type Program = readonly [string, ...string[]];

/** Starting an interpreter with plugins takes seconds on a cold machine, never minutes. */
const CHECK_TIME_BOX_MS = 60_000;

/** The first candidate whose check succeeds; RUNNER_NOT_INSTALLED with the last one's words when none does. */
export async function findProgram(
  adapter: Pick<RunnerAdapter, 'name' | 'program'>,
  folder: string,
  laboratory: Laboratory,
  signal?: AbortSignal,
): Promise<Program> {
  const { check } = adapter.program;
  const install = installAdvice(adapter.program.install, folder);
  const candidates = candidatesOf(adapter, folder, laboratory.baseEnv);
  const words: string[] = [];
  for (const program of candidates) {
    if (check.length === 0) return program;
    const argv: Program = [program[0], ...program.slice(1), ...check];
    const run = await runInFolder({ argv, env: {}, cwd: folder, files: {}, reads: [] }, laboratory, {
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
): readonly Program[] {
  const { npm, interpreters } = adapter.program;
  // A runner that is part of node, or a command that the user gives, needs no looking for.
  if (npm === undefined && interpreters === undefined) return [[process.execPath]];
  const found = npmPackage(adapter.program, folder);
  if (found !== null) requireAccepted(adapter, found, folder);
  const fromNpm: Program[] = found === null ? [] : [[process.execPath, found.script]];
  return [...fromNpm, ...interpreterPaths(interpreters ?? [], folder, env).map((path): Program => [path])];
}

function interpreterPaths(
  names: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>>,
): readonly string[] {
  const inProject = names.filter((name) => name.includes('/') && !isAbsolute(name));
  const onPath = names.filter((name) => !name.includes('/'));
  const paths = [
    ...upwards(folder).flatMap((parent) => inProject.map((name) => join(parent, name))),
    // The environment that the caller has activated comes behind the project's own.
    ...(env.VIRTUAL_ENV === undefined ? [] : onPath.map((name) => join(env.VIRTUAL_ENV!, 'bin', name))),
    ...names.filter((name) => isAbsolute(name)),
    ...onPath.flatMap((name) =>
      (env.PATH ?? '')
        .split(delimiter)
        .filter(isAbsolute)
        .map((place) => join(place, name)),
    ),
  ];
  return [...new Set(paths.filter(isExecutable))];
}

function isExecutable(path: string): boolean {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return false;
  }
}
