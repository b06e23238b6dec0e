/** In a repository of several packages: the suites that given files and folders belong to. */
import { relative, resolve } from 'node:path';

/** A file belongs to the suite of the deepest folder around it, a folder above suites to all of them. `near`: from `cwd`; all suites where none is near, and any one where there is none. */
export function nearestSuites<Suite extends { readonly detection: { readonly folder: string } }>(
  suites: readonly Suite[],
  near: readonly string[] | undefined,
  { root, cwd }: { readonly root: string; readonly cwd: string },
): readonly Suite[] {
  if (near === undefined) return suites;
  if (near.length === 0) return suites.slice(0, 1);
  const wanted = new Set<Suite>();
  for (const path of near) {
    const inside = relative(root, resolve(cwd, path));
    const around = suites.filter(({ detection: { folder } }) => isWithin(inside, folder));
    const deepest = Math.max(...around.map(({ detection }) => depthOf(detection.folder)));
    for (const one of around) if (depthOf(one.detection.folder) === deepest) wanted.add(one);
    if (around.every(({ detection }) => detection.folder === '.'))
      for (const one of suites) if (inside !== '' && isWithin(one.detection.folder, inside)) wanted.add(one);
  }
  return wanted.size === 0 ? suites : suites.filter((one) => wanted.has(one));
}

const isWithin = (path: string, folder: string): boolean =>
  folder === '.' || path === folder || path.startsWith(`${folder}/`);

const depthOf = (folder: string): number => (folder === '.' ? 0 : folder.split('/').length);
