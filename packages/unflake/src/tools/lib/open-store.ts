/** Opens the store of the options, or the subject's own. */
import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { defaultStorePath } from '../../store/default-store-path.ts';
import type { Store } from '../../store/port.ts';
import { openSqliteStore } from '../../store/sqlite/open-sqlite-store.ts';
import { requireRoot } from './require-root.ts';
import type { ToolContext } from './tool.ts';

export function openStore(root: string, given: string | undefined, context: ToolContext): Store {
  const absolute = storePath(root, given, context);
  mkdirSync(dirname(absolute), { recursive: true });
  return openSqliteStore(absolute);
}

/** Absolute; it need not exist. */
export function storePath(root: string, given: string | undefined, { cwd, env }: ToolContext): string {
  requireRoot(root, { cwd });
  return resolve(cwd, given ?? env.UNFLAKE_STORE ?? defaultStorePath(root, env));
}
