/** The paths that a request may name: those that lead, after resolving symbolic links, into one of the allowed folders. */
import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { UnflakeError } from '../contract/faults.ts';
import { shownStore } from '../tools/lib/open-store.ts';
import { isDatabase, PATH_FIELDS } from '../tools/lib/service-input.ts';

/** Loading a config file runs it, so a request may choose only among the config files of a project. */
const CONFIG_NAME = /^unflake\.config\.(?:ts|js|json)$/;

/** The same limit as the kernel. */
const MAX_LINKS = 40;

/**
 * Throws a fault if a path of the input is outside. If a tool has a root and the input names none, it is the current folder. `fields` lists
 * all fields that the tool accepts.
 */
export function checkPaths(
  input: Readonly<Record<string, unknown>>,
  fields: object,
  { roots, cwd }: { readonly roots: readonly string[]; readonly cwd: string },
): void {
  for (const field of PATH_FIELDS) {
    if (!(field in fields)) continue;
    const given = input[field] ?? (field === 'root' ? cwd : undefined);
    if (given === undefined) continue;
    for (const path of Array.isArray(given) ? given : [given]) checkPath(field, String(path), roots, cwd);
  }
}

function checkPath(field: string, path: string, roots: readonly string[], cwd: string): void {
  // The allowed folders themselves were resolved when the service started.
  if (field === 'root' && roots.includes(path)) return;
  if (isDatabase(path)) {
    const message = 'a request cannot choose a database; name it in UNFLAKE_STORE or the config file of the service';
    throw new UnflakeError('FORBIDDEN_ROOT', message, { field, root: shownStore(path) });
  }
  const absolute = resolve(cwd, path);
  const real = target(field, path, absolute, MAX_LINKS);
  if (!roots.some((root) => isInside(root, real))) {
    const message = `the path ${real} is outside the folders that this service may access`;
    throw new UnflakeError('FORBIDDEN_ROOT', message, { field, root: real });
  }
  if (field === 'config' && !CONFIG_NAME.test(basename(path))) {
    const message = '`config` is not named unflake.config.ts, .js or .json; a request cannot choose what is loaded';
    throw new UnflakeError('COMMAND_NOT_ALLOWED', message, { field });
  }
}

function isInside(root: string, path: string): boolean {
  const below = relative(root, path);
  return below === '' || (below !== '..' && !below.startsWith('../') && !isAbsolute(below));
}

/** The path that would be read or written, also if its last parts do not exist yet. */
function target(field: string, given: string, path: string, links: number): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw unreadable(field, given, code, error);
    const parent = target(field, given, dirname(path), links);
    const here = join(parent, basename(path));
    // A link whose target is missing: writing to it creates the target.
    if (code === 'ENOENT' && lstatSync(here, { throwIfNoEntry: false })?.isSymbolicLink()) {
      if (links === 0) throw unreadable(field, given, 'ELOOP', error);
      return target(field, given, resolve(parent, readlinkSync(here)), links - 1);
    }
    return here;
  }
}

function unreadable(field: string, path: string, code: string, cause: unknown): UnflakeError {
  const shown = JSON.stringify(path.length > 80 ? `${path.slice(0, 80)}…` : path);
  const problems = [{ field, value: shown, expected: 'a path that can be read' }];
  return new UnflakeError('INVALID_INPUT', `\`${field}\` cannot be read (${code})`, { problems }, { cause });
}
