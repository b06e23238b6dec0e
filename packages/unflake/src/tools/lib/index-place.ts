/** The path of a subject's index, and how a tool opens it: next to the store, never in the project. */
import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { ScanProblem } from '../../contract/scan.ts';
import { openProject } from '../../engine/subject/open-project.ts';
import { projectFiles } from '../../scan/project-files.ts';
import { cachePath } from './cache-path.ts';
import type { ToolContext } from './tool.ts';
import { PLACE } from './tool-place.ts';

export const INDEX_PLACE = {
  root: PLACE.root,
  index: z
    .string()
    .min(1)
    .optional()
    .describe('File that keeps the index; by default one per project in your state folder'),
} as const;

export interface IndexPlace {
  readonly root: string;
  readonly index: string;
  /** Every file of the project that version control does not ignore. */
  readonly files: readonly string[];
  readonly problems: readonly ScanProblem[];
}

export async function indexPlace(
  given: { readonly root?: string | undefined; readonly index?: string | undefined },
  { cwd, env }: ToolContext,
): Promise<IndexPlace> {
  const { root } = openProject(resolve(cwd, given.root ?? '.'));
  return { root, index: indexPath(root, given, { cwd, env }), ...(await projectFiles(root)) };
}

export function indexPath(
  root: string,
  { index, store }: { readonly index?: string | undefined; readonly store?: string | undefined },
  context: Pick<ToolContext, 'cwd' | 'env'>,
): string {
  return index === undefined ? join(cachePath(root, store, context), 'index.db') : resolve(context.cwd, index);
}
