/** The tests in a file or a folder, however its path is written. */
import { dirname, join, relative, resolve } from 'node:path';
import type { TestNames } from '../../../contract/test-names.ts';
import type { NamedId } from './named-id.ts';

export interface TestPlace {
  readonly names: TestNames;
  /** The user's current folder. */
  readonly cwd: string;
  /** Absolute root of the project. */
  readonly root: string;
  /** Absolute folder in which the runner starts; paths in ids are relative to it. */
  readonly folder: string;
}

/** By the path relative to the user's folder, the project or the runner; else by the longest common suffix of two paths. */
export function testsInFile(path: string, tests: readonly NamedId[], place: TestPlace): readonly NamedId[] {
  const { names, folder } = place;
  const starts = absolutePaths(path, place).map((absolute) => relative(folder, absolute) || '.');
  for (const start of starts) {
    const exact = tests.filter(({ file }) => file !== null && holds(names.startsWith, start, file));
    if (exact.length > 0) return exact;
  }
  const written = withoutDots(path);
  const shared = tests.map(({ file }) => (file === null ? 0 : sharedEnd(names.startsWith, written, file)));
  const longest = Math.max(0, ...shared);
  if (longest > 0) return tests.filter((_, index) => shared[index] === longest);
  for (const start of starts) {
    const below = tests.filter(({ file }) => file?.startsWith(`${start}/`));
    if (below.length > 0) return below;
  }
  return [];
}

/** The candidates for a written path, also if it starts in a folder above the root. */
export function absolutePaths(path: string, { cwd, root, folder }: TestPlace): readonly string[] {
  const plain = path.replace(/^file:\/\//, '');
  const parts = withoutDots(plain).split('/');
  const fromAbove = [root, folder].flatMap((start) =>
    parts.flatMap((_, cut) => {
      const above = parts.slice(0, cut).join('/');
      return above !== '' && start.endsWith(`/${above}`) ? [join(start, ...parts.slice(cut))] : [];
    }),
  );
  return [...new Set([resolve(cwd, plain), resolve(folder, plain), resolve(root, plain), ...fromAbove])];
}

const withoutDots = (path: string): string => path.replace(/^file:\/\//, '').replace(/^(?:\.\/)+/, '');

/** True if the tests of `file`, as ids name it, are at this path; both relative to the runner's folder. */
function holds(startsWith: TestNames['startsWith'], path: string, file: string): boolean {
  if (path === file) return true;
  if (startsWith === 'folder') return path.endsWith('.go') && dirname(path) === file;
  if (startsWith === 'class') return isSourceOf(path, file);
  return startsWith === 'crate' && path.startsWith(`${dirname(file)}/`) && path.endsWith('.rs');
}

/** A class of a module: `core/x.CartTest` is in `core/src/test/java/x/CartTest.java`. */
function isSourceOf(path: string, file: string): boolean {
  const cut = file.lastIndexOf('/') + 1;
  const source = `/${file.slice(cut).replaceAll('.', '/')}`;
  return path.startsWith(file.slice(0, cut)) && `/${path}`.replace(/\.\w+$/, '').endsWith(source);
}

/** The length of the shorter path if it is a suffix of the longer. */
function sharedEnd(startsWith: TestNames['startsWith'], path: string, file: string): number {
  const written = startsWith === 'folder' && path.endsWith('.go') ? dirname(path) : path;
  if (file === '.' || written === '.') return 0;
  if (startsWith === 'class' && isSourceOf(path, file.slice(file.lastIndexOf('/') + 1))) return file.length;
  if (written.endsWith(`/${file}`)) return file.length;
  return file.endsWith(`/${written}`) ? written.length : 0;
}
