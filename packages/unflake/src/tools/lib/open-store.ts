/** Opens the store of the options, or the subject's own. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UnflakeError } from '../../contract/faults.ts';
import { defaultStorePath } from '../../store/default-store-path.ts';
import type { Store } from '../../store/port.ts';
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts';
import type { ToolContext } from './tool.ts';

export async function openStore(root: string, given: string | undefined, context: ToolContext): Promise<Store> {
  const absolute = storePath(root, given, context);
  mkdirSync(dirname(absolute), { recursive: true });
  return openSqliteStore(absolute);
}

/** Absolute; it need not exist. */
export function storePath(root: string, given: string | undefined, { cwd, env }: ToolContext): string {
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UnflakeError('ROOT_NOT_FOUND', `the project root ${root} is not a folder`, { root });
  return resolve(cwd, given ?? env.UNFLAKE_STORE ?? defaultStorePath(root, env));
}
