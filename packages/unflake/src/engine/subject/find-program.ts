/** Finds the program that runs a subject's tests, inside the project first, and makes sure that it answers. */
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { UnflakeError } from '../../contract/faults.ts';
import type { RunnerAdapter } from '../../contract/runner.ts';
import type { Laboratory } from '../laboratory.ts';
import { runInFolder } from './run-in-folder.ts';

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
  const { check, install } = adapter.program;
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

/** Likeliest first. */
export function candidatesOf(
  { program }: Pick<RunnerAdapter, 'program'>,
  folder: string,
  env: Readonly<Record<string, string>>,
): readonly Program[] {
  const { npm, interpreters } = program;
  // A runner that is part of node, or a command that the user gives, needs no looking for.
  if (npm === undefined && interpreters === undefined) return [[process.execPath]];
  const script = npm === undefined ? undefined : npmScript(npm, folder);
  const fromNpm: Program[] = script === undefined ? [] : [[process.execPath, script]];
  return [...fromNpm, ...interpreterPaths(interpreters ?? [], folder, env).map((path): Program => [path])];
}

/** The package's own script, started with node: without npx, which costs more than many a test. */
function npmScript(npm: { readonly package: string; readonly bin: string }, folder: string): string | undefined {
  for (const parent of upwards(folder)) {
    const place = join(parent, 'node_modules', npm.package);
    const manifest = readManifest(join(place, 'package.json'));
    const bin = typeof manifest?.bin === 'string' ? manifest.bin : manifest?.bin?.[npm.bin];
    if (bin !== undefined) return join(place, bin);
  }
  return undefined;
}

interface Manifest {
  readonly bin?: string | Readonly<Record<string, string>>;
}

function readManifest(path: string): Manifest | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
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

function upwards(folder: string): readonly string[] {
  const parents = [folder];
  while (dirname(parents.at(-1)!) !== parents.at(-1)) parents.push(dirname(parents.at(-1)!));
  return parents;
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
