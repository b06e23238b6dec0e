/** How a language names what stands in other files. One file a language in spaces/; what names mean inside a file is the same for all. */

/** What an absolute name stands for, as far as it leads to a file, a module or a class; the names left over are looked for inside. */
export interface Led {
  readonly nodes: readonly number[];
  readonly rest: readonly string[];
}

export interface Space {
  /** What an import, or a path of names, means where it is written; null when it leads out of the repository. */
  readonly find: (name: string, from: number) => Led | null;
  /** Files that are loaded, and so run, where a module is named. */
  readonly loads: (module: string, from: number) => readonly number[];
  /** Files whose names can be used without an import. */
  readonly siblings: (file: number) => readonly number[];
  /** How a method names the object it is called on, or its class. */
  readonly self: ReadonlySet<string>;
  /** Methods call each other by their bare names. */
  readonly bareMethods: boolean;
  /** A module inside a file sees nothing of what stands around it. */
  readonly closedGroups: boolean;
  /** Loading a file runs what stands at its top level. */
  readonly loadingRuns: boolean;
  readonly constructors: readonly string[];
  /** Functions of the library that lead to whatever type implements them. */
  readonly dispatches: ReadonlySet<string>;
  /** Between the names of a test and what it stands in, as the language's runners write it. */
  readonly separator: string;
}

/** Of several files with the same name, those that share most of their path with the one that asks. */
export function nearestAbove(paths: readonly string[], from: string): readonly string[] {
  if (paths.length < 2) return paths;
  const shared = paths.map((path) => sharedFolders(path, from));
  const most = Math.max(...shared);
  return paths.filter((_, index) => shared[index] === most);
}

function sharedFolders(a: string, b: string): number {
  const [one, other] = [a.split('/'), b.split('/')];
  let count = 0;
  while (count < one.length - 1 && one[count] === other[count]) count += 1;
  return count;
}

export const folderOf = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '');

/** `a/./b/../c` → `a/c`; null when it leads out of the root. */
export function joined(folder: string, path: string): string | null {
  const parts: string[] = [];
  for (const part of [...folder.split('/'), ...path.split('/')]) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}
