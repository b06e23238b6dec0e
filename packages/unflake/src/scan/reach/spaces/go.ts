/** Go: packages are folders, named by the module's path; files of a package share their names. */
import type { SourceProgram } from '../program.ts';
import { folderOf, type Led, type Space } from '../space.ts';

/** `modules`: the folder of each go.mod by the path that it declares. */
export function goSpace(program: SourceProgram, modules: ReadonlyMap<string, string>): Space {
  const folders = new Map<string, number[]>();
  for (const { path, facts, node } of program.files) {
    if (facts.language === 'go') folders.set(folderOf(path), [...(folders.get(folderOf(path)) ?? []), node]);
  }
  const paths = [...modules].sort(([a], [b]) => b.length - a.length);
  const packageAt = (path: string): readonly number[] => {
    for (const [module, folder] of paths) {
      if (path !== module && !path.startsWith(`${module}/`)) continue;
      const at = [folder, path.slice(module.length + 1)].filter(Boolean).join('/');
      return (folders.get(at) ?? []).filter((node) => !program.fileOf(node).path.endsWith('_test.go'));
    }
    return [];
  };
  const find = (name: string): Led | null => {
    for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
      const nodes = packageAt(name.slice(0, end));
      if (nodes.length > 0)
        return {
          nodes,
          rest: name
            .slice(end + 1)
            .split('.')
            .filter(Boolean),
        };
    }
    return null;
  };
  return {
    find,
    loads: (module) => packageAt(module),
    siblings: (file) => {
      const { path, facts } = program.fileOf(file);
      const all = folders.get(folderOf(path)) ?? [];
      return all.filter((node) => node !== file && program.fileOf(node).facts.belongs === facts.belongs);
    },
    self: new Set(),
    bareMethods: false,
    closedGroups: false,
    loadingRuns: true,
    constructors: [],
    dispatches: new Set(),
    separator: '.',
  };
}
