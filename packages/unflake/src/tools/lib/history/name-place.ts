/** What the checkout says about the names of its tests, for ../../../reports/results/history-name.ts. */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { NamePlace } from '../../../reports/results/history-name.ts';

/** A report names a few thousand files; more are names that no project has. */
const MAX_KNOWN = 100_000;

export function namePlace(root: string, workspace: string | null): NamePlace {
  const known = new Map<string, boolean>();
  const folders = [realpathSync(root), root, ...(workspace === null ? [] : [workspace])];
  return {
    roots: [...new Set(folders.map((folder) => `${folder.replaceAll('\\', '/').replace(/\/$/, '')}/`))],
    exists(path) {
      let found = known.get(path);
      if (found === undefined) {
        found = !path.includes('\0') && statSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true;
        if (known.size < MAX_KNOWN) known.set(path, found);
      }
      return found;
    },
    goModule: goModule(join(root, 'go.mod')),
  };
}

function goModule(path: string): string | null {
  try {
    return /^module\s+"?([^\s"]+)/m.exec(readFileSync(path, 'utf8'))?.[1] ?? null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}
