/** The interpreters that may be a project's own: in its folders, where a tool keeps it, in the environment that is active, on PATH. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import type { InterpreterKeeper } from '../../contract/runner.ts';
import { upwards } from './upwards.ts';

/** Such a tool starts a Python of its own, on a cold machine in seconds. */
const MAX_ASK_MS = 30_000;

export interface InterpreterRule {
  readonly interpreters: readonly string[];
  readonly keepers: readonly InterpreterKeeper[];
}

/** Likeliest first; only those that are there and can be started. */
export function interpreterPaths(
  { interpreters, keepers }: InterpreterRule,
  folder: string,
  env: Readonly<Record<string, string>>,
): readonly string[] {
  const inProject = interpreters.filter((name) => name.includes('/') && !isAbsolute(name));
  const onPath = interpreters.filter((name) => !name.includes('/'));
  const own = upwards(folder)
    .flatMap((parent) => inProject.flatMap((name) => matching(parent, name)))
    // Above every project stands the root of the file system, whose `bin` is the system's: PATH decides about that.
    .filter((path) => dirname(path) !== '/bin');
  const paths = [
    ...own,
    // Asking takes a tool's start: only where the project itself has none.
    ...(own.some(isExecutable) ? [] : keepers.flatMap((keeper) => keptBy(keeper, folder, env))),
    // The environment that the caller has activated comes behind the project's own.
    ...(env.VIRTUAL_ENV === undefined ? [] : onPath.map((name) => join(env.VIRTUAL_ENV!, 'bin', name))),
    ...interpreters.filter((name) => isAbsolute(name)),
    ...onPath.flatMap((name) => onPathOf(env).map((place) => join(place, name))),
  ];
  return [...new Set(paths.filter(isExecutable))];
}

function onPathOf({ PATH = '' }: Readonly<Record<string, string>>): readonly string[] {
  return PATH.split(delimiter).filter(isAbsolute);
}

/** A part with a `*` stands for the folders whose names begin so, the last by name first. */
function matching(parent: string, name: string): readonly string[] {
  const parts = name.split('/');
  const at = parts.findIndex((part) => part.includes('*'));
  if (at < 0) return [join(parent, name)];
  const place = join(parent, ...parts.slice(0, at));
  if (!existsSync(place)) return [];
  const beginning = parts[at]!.slice(0, parts[at]!.indexOf('*'));
  const found = readdirSync(place).filter((entry) => entry.startsWith(beginning));
  return found
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((entry) => join(place, entry, ...parts.slice(at + 1)));
}

function keptBy(
  { sign, ask: [name, ...args], within }: InterpreterKeeper,
  folder: string,
  env: Readonly<Record<string, string>>,
): readonly string[] {
  const home = upwards(folder).find((parent) => existsSync(join(parent, sign)));
  const tool = onPathOf(env)
    .map((place) => join(place, name))
    .find(isExecutable);
  if (home === undefined || tool === undefined) return [];
  const { status, stdout } = spawnSync(tool, args, { cwd: home, env, encoding: 'utf8', timeout: MAX_ASK_MS });
  const said = stdout?.trim().split('\n').at(-1) ?? '';
  // Without an environment it fails, and what is on PATH is meant.
  if (status !== 0 || !isAbsolute(said)) return [];
  return [within === undefined ? said : join(said, within)];
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
