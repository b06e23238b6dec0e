/** Which files the index does not know as they are now. By size and time alone, so it may name a file that was only touched. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readingOf } from '../syntax/language.ts';
import type { IndexedFile } from './index-file.ts';

export interface Stale {
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
}

export function staleFiles(root: string, files: readonly string[], known: readonly IndexedFile[]): Stale {
  const before = new Map(known.map((file) => [file.path, file]));
  const ours = files.filter((file) => readingOf(file) !== null);
  const now = new Set(ours);
  let changed = 0;
  let added = 0;
  for (const path of ours) {
    const file = before.get(path);
    if (file === undefined) {
      added += 1;
      continue;
    }
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    if (stat !== undefined && (stat.size !== file.size || stat.mtimeMs !== file.mtimeMs)) changed += 1;
  }
  return { changed, added, removed: known.filter(({ path }) => !now.has(path)).length };
}
