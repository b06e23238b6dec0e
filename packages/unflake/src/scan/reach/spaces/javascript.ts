/** JavaScript and TypeScript: relative specifiers with every ending they may leave out, and packages of the same workspace. */
import type { SourceProgram } from '../program.ts';
import { folderOf, joined, type Led, type Space } from '../space.ts';

const ENDINGS = ['ts', 'tsx', 'js', 'jsx', 'mjs', 'mts', 'cjs', 'cts'];

/** `packages`: the folder of each package by its name, with what it says it exports. */
export interface WorkspacePackage {
  readonly folder: string;
  readonly exports: Readonly<Record<string, readonly string[]>>;
}

export function javascriptSpace(program: SourceProgram, packages: ReadonlyMap<string, WorkspacePackage>): Space {
  const found = new Map<string, number | null>();
  const file = (path: string): number | null => {
    let node = found.get(path);
    if (node === undefined) {
      node = anyOf(path);
      found.set(path, node);
    }
    return node;
  };
  const anyOf = (path: string): number | null => {
    const bare = path.replace(/\.([cm]?)jsx?$/, '');
    const kind = /\.([cm]?)jsx?$/.exec(path)?.[1];
    const tries = [
      path,
      // TypeScript is imported by the name that it will have.
      ...(kind === undefined ? [] : [`${bare}.${kind}ts`, `${bare}.${kind}tsx`]),
      ...ENDINGS.map((ending) => `${path}.${ending}`),
      ...ENDINGS.map((ending) => `${path}/index.${ending}`),
    ];
    for (const one of tries) {
      const known = program.at(one);
      if (known?.facts.language === 'javascript') return known.node;
    }
    return null;
  };
  const specifier = (text: string, from: number): number | null => {
    if (/^\.\.?(?:\/|$)/.test(text)) {
      const path = joined(folderOf(program.fileOf(from).path), text);
      return path === null ? null : file(path);
    }
    if (/^[@~]\//.test(text)) return file(`src/${text.slice(2)}`);
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(text)?.[0] ?? '';
    const workspace = packages.get(name);
    if (workspace === undefined) return null;
    const below = text.slice(name.length + 1);
    const given = workspace.exports[below === '' ? '.' : `./${below}`] ?? [];
    const tries = [...given, ...(below === '' ? ['src/index', 'index'] : [below, `src/${below}`])];
    for (const one of tries) {
      const node = file(joined(workspace.folder, one) ?? '');
      if (node !== null) return node;
    }
    return null;
  };
  const find = (name: string, from: number): Led | null => {
    // A specifier may hold dots of its own, so the longest that leads somewhere is taken.
    for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1)) {
      const node = specifier(name.slice(0, end), from);
      if (node !== null)
        return {
          nodes: [node],
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
    loads: (module, from) => {
      const node = specifier(module, from);
      return node === null ? [] : [node];
    },
    siblings: () => [],
    self: new Set(['this', 'super']),
    bareMethods: false,
    closedGroups: false,
    loadingRuns: true,
    constructors: ['constructor'],
    dispatches: new Set(),
    separator: ' > ',
  };
}
