/**
 * The package.json files of a project: the root's first, then by depth and name. An invalid one counts as empty, because its owner learns
 * of it elsewhere.
 */
import type { Project } from '../contract/runner.ts';

export interface Manifest {
  /** '.' for the root. */
  readonly folder: string;
  readonly json: {
    readonly scripts?: Readonly<Record<string, string>>;
    readonly dependencies?: Readonly<Record<string, string>>;
    readonly devDependencies?: Readonly<Record<string, string>>;
    readonly [field: string]: unknown;
  };
}

export function nearestManifests(project: Project): readonly Manifest[] {
  return byDepth(project.files.filter((file) => file === 'package.json' || file.endsWith('/package.json'))).map(
    (file) => ({ folder: folderOf(file), json: parsed(project.text(file) ?? '{}') }),
  );
}

/** Every runner asks, of tens of thousands of files: the order of one list is found once. */
const ORDERED = new WeakMap<readonly string[], readonly string[]>();

/** Files near the root describe the whole project. */
export function byDepth(files: readonly string[]): readonly string[] {
  const known = ORDERED.get(files);
  if (known !== undefined) return known;
  const levels: string[][] = [];
  for (const file of files.toSorted()) {
    const depth = file.split('/').length;
    const level = levels[depth];
    if (level === undefined) levels[depth] = [file];
    else level.push(file);
  }
  const ordered = levels.flat();
  ORDERED.set(files, ordered);
  return ordered;
}

export function folderOf(file: string): string {
  const cut = file.lastIndexOf('/');
  return cut === -1 ? '.' : file.slice(0, cut);
}

function parsed(text: string): Manifest['json'] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Manifest['json']) : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
