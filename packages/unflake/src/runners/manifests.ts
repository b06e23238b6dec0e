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
  return byDepth(project.files)
    .filter((file) => file === 'package.json' || file.endsWith('/package.json'))
    .map((file) => ({ folder: folderOf(file), json: parsed(project.text(file) ?? '{}') }));
}

/** Files near the root describe the whole project. */
export function byDepth(files: readonly string[]): readonly string[] {
  const depth = (file: string): number => file.split('/').length;
  return files.toSorted((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
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
