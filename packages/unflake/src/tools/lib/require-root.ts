/** ROOT_NOT_FOUND unless the root of a call is a folder. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UnflakeError } from '../../contract/faults.ts';
import type { ToolContext } from './tool.ts';

export function requireRoot(given: string | undefined, { cwd }: Pick<ToolContext, 'cwd'>): string {
  const root = resolve(cwd, given ?? '.');
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UnflakeError('ROOT_NOT_FOUND', `the project root ${root} is not a folder`, { root });
  return root;
}
