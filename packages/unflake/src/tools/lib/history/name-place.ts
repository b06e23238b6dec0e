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
    folders: [''],
    inPackage: '',
  };
}

/** The files by which a folder is a package of its own. */
const MANIFESTS = [
  'package.json',
  'pyproject.toml',
  'setup.py',
  'setup.cfg',
  'go.mod',
  'Cargo.toml',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'composer.json',
  'Gemfile',
  'deno.json',
  'mix.exs',
];

/** Of one report: where it is says in which package of several its tests are, because two packages can have tests of one name. */
export function reportPlace(place: NamePlace, report: string): NamePlace {
  const path = report.replaceAll('\\', '/');
  const root = place.roots.find((one) => path.startsWith(one));
  if (root === undefined) return place;
  const parts = path.slice(root.length).split('/').slice(0, -1);
  const folders = parts.map((_, at) => `${parts.slice(0, at + 1).join('/')}/`).toReversed();
  const inPackage = folders.find((folder) => MANIFESTS.some((name) => place.exists(`${folder}${name}`))) ?? '';
  return { ...place, folders: [...folders, ''], inPackage };
}

function goModule(path: string): string | null {
  try {
    return /^module\s+"?([^\s"]+)/m.exec(readFileSync(path, 'utf8'))?.[1] ?? null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}
