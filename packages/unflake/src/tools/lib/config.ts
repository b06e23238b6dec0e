/** Finds, loads and validates the config file of a subject. config-schema.ts has its schema; the tools let flags override it. */
import { access, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UnflakeError } from '../../contract/faults.ts';
import { isPostgresAddress } from '../../store/postgres/address.ts';
import { CONFIG_SCHEMA, type Settings } from './config-schema.ts';
import { inputProblems, problemText } from './envelope-problems.ts';

/** The validated settings and the file that they came from. */
export interface Config extends Settings {
  /** Absolute; null if there is no config file. */
  readonly file: string | null;
}

const NAMES = ['unflake.config.ts', 'unflake.config.js', 'unflake.config.json'] as const;

/** Both absolute. By default the file in the root is used. */
export async function loadConfig(root: string, file?: string): Promise<Config> {
  const path = file ?? (await find(root));
  if (path === null) return { ...CONFIG_SCHEMA.parse({}), file: null };
  const value = path.endsWith('.json') ? await readJson(path) : await importModule(path);
  const checked = CONFIG_SCHEMA.safeParse(value);
  if (!checked.success) {
    const problems = inputProblems(checked.error.issues, value);
    throw bad(path, problems.map((problem) => problemText(problem)).join('; '), { problems });
  }
  const { store, ...settings } = checked.data;
  return { ...settings, ...(store === undefined ? {} : { store: absolute(store, dirname(path)) }), file: path };
}

function absolute(store: string, folder: string): string {
  return isPostgresAddress(store) ? store : resolve(folder, store);
}

async function find(root: string): Promise<string | null> {
  const found: string[] = [];
  for (const name of NAMES) {
    const path = join(root, name);
    if (await exists(path)) found.push(path);
  }
  if (found.length > 1)
    throw bad(found[0]!, `there is also ${found.slice(1).join(' and ')}; keep one of them`, { found });
  return found[0] ?? null;
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw bad(path, `it cannot be read (${codeOf(error)})`, {}, error);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw bad(path, `it is not JSON: ${error instanceof Error ? error.message : String(error)}`, {}, error);
  }
}

async function importModule(path: string): Promise<unknown> {
  if (!(await exists(path))) throw bad(path, 'it cannot be read (ENOENT)');
  const module: unknown = await import(pathToFileURL(path).href).catch((error: unknown) => {
    throw notImportable(path, error);
  });
  if (typeof module === 'object' && module !== null && 'default' in module) return module.default;
  throw bad(path, 'it has no default export; write `export default { … }`');
}

function notImportable(path: string, error: unknown): UnflakeError {
  if (codeOf(error) === 'ERR_UNKNOWN_FILE_EXTENSION') {
    const why = `node ${process.versions.node} cannot import TypeScript; use 22.18 or newer, or name it unflake.config.js`;
    return bad(path, why, {}, error);
  }
  return bad(
    path,
    `it throws when it is imported: ${error instanceof Error ? error.message : String(error)}`,
    {},
    error,
  );
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return false;
      throw bad(path, `it cannot be read (${codeOf(error)})`, {}, error);
    },
  );
}

function bad(
  path: string,
  why: string,
  details: Readonly<Record<string, unknown>> = {},
  cause?: unknown,
): UnflakeError {
  return new UnflakeError(
    'BAD_CONFIG',
    `${path}: ${why}`,
    { file: path, ...details },
    cause === undefined ? {} : { cause },
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
