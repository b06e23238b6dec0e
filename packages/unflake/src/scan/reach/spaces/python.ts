/** Python: modules by their path below any folder from which they can be imported; relative imports by folders. */
import type { SourceProgram } from '../program.ts';
import { folderOf, type Led, nearestAbove, type Space } from '../space.ts';

export function pythonSpace(program: SourceProgram): Space {
  const modules = new Map<string, string[]>();
  const packages = new Set<string>();
  const paths = program.files.filter(({ facts }) => facts.language === 'python').map(({ path }) => path);
  for (const path of paths) if (/(?:^|\/)__init__\.pyi?$/.test(path)) packages.add(folderOf(path));
  for (const path of paths) {
    for (const name of namesOf(path, packages)) modules.set(name, [...(modules.get(name) ?? []), path]);
  }
  const nodeAt = (path: string): number | null => program.at(path)?.node ?? null;
  const inFolder = (folder: string, parts: readonly string[]): number | null => {
    const base = [...(folder === '' ? [] : [folder]), ...parts].join('/');
    const file = parts.length === 0 ? null : nodeAt(`${base}.py`);
    return file ?? nodeAt(base === '' ? '__init__.py' : `${base}/__init__.py`);
  };
  const absolute = (parts: readonly string[], from: string): readonly number[] =>
    nearestAbove(modules.get(parts.join('.')) ?? [], from).map((path) => nodeAt(path)!);

  const find = (name: string, from: number): Led | null => {
    const { path } = program.fileOf(from);
    const dots = /^\.*/.exec(name)![0].length;
    const parts = name.slice(dots).split('.').filter(Boolean);
    const folder = folderOf(path).split('/').filter(Boolean);
    const base = dots > 0 ? folder.slice(0, folder.length - (dots - 1)).join('/') : '';
    for (let count = parts.length; count >= (dots > 0 ? 0 : 1); count -= 1) {
      const head = parts.slice(0, count);
      const inside = dots > 0 ? inFolder(base, head) : null;
      const nodes = dots > 0 ? (inside === null ? [] : [inside]) : absolute(head, path);
      if (nodes.length > 0) return { nodes, rest: parts.slice(count) };
    }
    return null;
  };
  return {
    find,
    loads: (module, from) => {
      const led = find(module, from);
      // Importing `a.b.c` loads `a` and `a.b` too, unless they are only folders.
      const above = module.startsWith('.') || !module.includes('.') ? [] : find(module.replace(/\.[^.]*$/, ''), from);
      return [
        ...(led === null || led.rest.length > 1 ? [] : led.nodes),
        ...(above !== null && 'nodes' in above ? above.nodes : []),
      ];
    },
    siblings: () => [],
    self: new Set(['self', 'cls']),
    bareMethods: false,
    closedGroups: false,
    loadingRuns: true,
    constructors: ['__init__', '__post_init__', '__new__'],
    dispatches: new Set(),
    separator: '::',
  };
}

/** From the root, and from every folder above that is no package itself: each may be on the path that Python searches. */
function namesOf(path: string, packages: ReadonlySet<string>): readonly string[] {
  const parts = path.replace(/\.pyi?$/, '').split('/');
  if (parts.at(-1) === '__init__') parts.pop();
  const names: string[] = [];
  for (let from = 0; from < parts.length; from += 1) {
    const isRoot = from === 0 || !packages.has(parts.slice(0, from).join('/'));
    if (isRoot) names.push(parts.slice(from).join('.'));
  }
  return names;
}
