/** Opens the store that a tool was told, or the subject's own. */
import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { defaultStorePath } from '../store/default-store-path.ts';
import type { Store } from '../store/port.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import type { ToolContext } from './tool.ts';

export function openStore(root: string, given: string | undefined, { cwd, env }: ToolContext): Store {
  const path = given ?? env.UNFLAKE_STORE ?? defaultStorePath(root, env);
  const absolute = resolve(cwd, path);
  mkdirSync(dirname(absolute), { recursive: true });
  return openSqliteStore(absolute);
}
