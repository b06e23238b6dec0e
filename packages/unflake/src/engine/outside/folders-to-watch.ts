/** The folders watched for leftovers of tests: two levels of temporary folders and of the home, and the project tree. */
import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DEPENDENCY_FOLDERS, PRODUCT_FOLDERS, VERSION_CONTROL } from '../../contract/foreign-folders.ts';
import type { OutsidePlaces } from './places.ts';

/** Per root. Each folder is checked after every trial; a thousand take some milliseconds. */
const MAX_FOLDERS = 1_000;
const OWN = /^\.?unflake-/;

export function foldersToWatch({ temporary, home, project }: OutsidePlaces): readonly string[] {
  const found = [
    ...temporary.flatMap((place) => walk(place, 2, (name) => !OWN.test(name))),
    ...(home === null ? [] : walk(home, 2, (name) => name.startsWith('.'))),
    ...(project === null ? [] : walk(project, Number.POSITIVE_INFINITY, (name) => !isForeign(name))),
  ];
  return [...new Set(found)];
}

/** Made by unflake, or by tools that every run of a suite calls. */
export const isForeign = (name: string): boolean =>
  OWN.test(name) || VERSION_CONTROL.has(name) || DEPENDENCY_FOLDERS.has(name) || PRODUCT_FOLDERS.has(name);

/** The place and what is below it, the nearest first. */
function walk(place: string, levels: number, enters: (name: string) => boolean): readonly string[] {
  const found = [place];
  let level: readonly string[] = [place];
  for (let depth = 1; depth < levels && level.length > 0 && found.length < MAX_FOLDERS; depth += 1) {
    level = level.flatMap((folder) =>
      entriesOf(folder)
        .filter((entry) => entry.isDirectory() && enters(entry.name))
        .map(({ name }) => join(folder, name)),
    );
    found.push(...level.slice(0, MAX_FOLDERS - found.length));
  }
  return found;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return [];
  }
}
