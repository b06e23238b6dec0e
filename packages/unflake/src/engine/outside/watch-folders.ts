/** Reports new names in folders. A folder is read again only if its modification time changed, because this runs after every trial. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

interface Known {
  changed: bigint;
  readonly names: Set<string>;
}

export interface FolderWatch {
  /** The paths that are new since the last call, or since the watch began; each is named once. */
  readonly appeared: () => readonly string[];
}

export function watchFolders(folders: readonly string[]): FolderWatch {
  const known = new Map<string, Known>();
  for (const folder of folders) {
    const changed = changeOf(folder);
    if (changed !== null) known.set(folder, { changed, names: new Set(namesIn(folder)) });
  }
  return {
    appeared: () =>
      [...known].flatMap(([folder, state]) => {
        const changed = changeOf(folder);
        if (changed === null || changed === state.changed) return [];
        state.changed = changed;
        const fresh = namesIn(folder).filter((name) => !state.names.has(name));
        for (const name of fresh) state.names.add(name);
        return fresh.map((name) => join(folder, name));
      }),
  };
}

/** Null when it is gone or not ours to read. */
function changeOf(folder: string): bigint | null {
  try {
    return statSync(folder, { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return [];
  }
}
