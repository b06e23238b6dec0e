/**
 * The folder for what is built from a subject (its index, compiled files), kept between cases: next to the store, or in the state folder of
 * the user where the store is a database; never in the project.
 */
import { basename, dirname, join, resolve } from 'node:path';
import { defaultStorePath } from '../../store/default-store-path.ts';
import { isPostgresAddress } from '../../store/postgres/address.ts';
import type { ToolContext } from './tool.ts';

/** An absolute folder; it need not exist. */
export function cachePath(
  root: string,
  store: string | undefined,
  { cwd, env }: Pick<ToolContext, 'cwd' | 'env'>,
): string {
  const own = dirname(defaultStorePath(root, env));
  const moved = store ?? env.UNFLAKE_STORE;
  if (moved === undefined || isPostgresAddress(moved)) return own;
  const path = resolve(cwd, moved);
  // One store can hold the cases of several subjects, so each has a folder of its own.
  return path === defaultStorePath(root, env) ? own : join(`${path}.cache`, basename(own));
}
