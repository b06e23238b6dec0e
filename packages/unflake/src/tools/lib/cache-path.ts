/** The folder for what is built from a subject (its index, compiled files), kept between cases: next to the store, never in the project. */
import { basename, dirname, join, resolve } from 'node:path';
import { defaultStorePath } from '../../store/default-store-path.ts';
import type { ToolContext } from './tool.ts';

/** An absolute folder; it need not exist. */
export function cachePath(
  root: string,
  store: string | undefined,
  { cwd, env }: Pick<ToolContext, 'cwd' | 'env'>,
): string {
  const own = dirname(defaultStorePath(root, env));
  const moved = store ?? env.UNFLAKE_STORE;
  // One store can hold the cases of several subjects, so each has a folder of its own.
  return moved === undefined ? own : join(`${resolve(cwd, moved)}.cache`, basename(own));
}
