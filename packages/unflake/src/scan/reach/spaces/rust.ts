/** Rust: crates by their manifests, modules by files and by `mod` blocks, paths from `crate`, `self`, `super` and other crates. */
import type { SourceProgram } from '../program.ts';
import { folderOf, type Led, type Space } from '../space.ts';

/** `crates`: the name of each crate by the folder of its manifest. */
export function rustSpace(program: SourceProgram, crates: ReadonlyMap<string, string>): Space {
  const modules = new Map<string, number[]>();
  const pathOf = new Map<number, string>();
  const names = new Set<string>();
  const register = (node: number, path: string): void => {
    modules.set(path, [...(modules.get(path) ?? []), node]);
    pathOf.set(node, path);
    for (const member of program.members(node)) {
      const { kind, of, name } = program.definition(member)!;
      if (kind === 'group' && of === undefined) register(member, `${path}.${name}`);
    }
  };
  for (const { path, facts, node } of program.files) {
    if (facts.language !== 'rust') continue;
    const module = moduleOf(path, crates, (other) => program.at(other) !== undefined);
    names.add(module.split('.')[0]!);
    register(node, module);
  }
  const moduleAround = (node: number): string => {
    for (const at of program.outwards(node)) {
      const path = pathOf.get(at);
      if (path !== undefined) return path;
    }
    return '';
  };
  const lead = (parts: readonly string[]): Led | null => {
    for (let count = parts.length; count > 0; count -= 1) {
      const nodes = modules.get(parts.slice(0, count).join('.'));
      if (nodes !== undefined) return { nodes, rest: parts.slice(count) };
    }
    return null;
  };
  const find = (name: string, from: number): Led | null => {
    const here = moduleAround(from).split('.');
    const parts = name.split('.');
    const root = here[0]!;
    // A program next to a library, and files that integration tests share, are not told apart by folders.
    const elsewhere = root.includes('#main') ? root.split('#')[0]! : root.replace(/#[^#]*$/, '#');
    if (parts[0] === 'crate')
      return deeper(lead([root, ...parts.slice(1)]), 1, parts) ?? lead([elsewhere, ...parts.slice(1)]);
    if (parts[0] === 'self') return lead([...here, ...parts.slice(1)]);
    if (parts[0] === 'super') {
      const ups = parts.findIndex((part) => part !== 'super');
      const count = ups === -1 ? parts.length : ups;
      return lead([...here.slice(0, Math.max(1, here.length - count)), ...parts.slice(count)]);
    }
    // A child of this module, or another crate.
    const child = lead([...here, ...parts]);
    if (child !== null && child.rest.length < parts.length) return child;
    if (names.has(parts[0]!)) return lead(parts);
    if (root.includes('#')) {
      const shared = root.includes('#main')
        ? lead([elsewhere, ...parts])
        : lead([`${elsewhere}${parts[0]}`, ...parts.slice(1)]);
      if (shared !== null && shared.rest.length < parts.length) return shared;
    }
    return null;
  };
  return {
    find,
    loads: () => [],
    siblings: () => [],
    self: new Set(['self', 'Self']),
    bareMethods: false,
    closedGroups: true,
    loadingRuns: false,
    constructors: [],
    dispatches: new Set(['Default.default', 'From.from', 'FromStr.from_str', 'TryFrom.try_from']),
    separator: '::',
  };
}

/** Null when only the root itself was found and there was more to find. */
function deeper(led: Led | null, root: number, parts: readonly string[]): Led | null {
  return led !== null && parts.length > root && led.rest.length === parts.length - root && led.rest.length > 1
    ? null
    : led;
}

/** `crates/api/src/auth/token.rs` in crate `api` → `api.auth.token`; a test, example or second program is a crate of its own. */
function moduleOf(path: string, crates: ReadonlyMap<string, string>, exists: (path: string) => boolean): string {
  let folder = folderOf(path);
  while (folder !== '' && !crates.has(folder)) folder = folderOf(folder);
  const crate = crates.get(folder) ?? 'crate';
  const below = (folder === '' ? path : path.slice(folder.length + 1)).replace(/\.rs$/, '').split('/');
  if (below.at(-1) === 'mod') below.pop();
  const [top, ...rest] = below;
  if (top === 'src' && rest[0] === 'bin') return [`${crate}#${rest[1] ?? ''}`, ...rest.slice(2)].join('.');
  if (top === 'src' || top === undefined) {
    if (rest.length === 1 && rest[0] === 'lib') return crate;
    const source = folder === '' ? 'src' : `${folder}/src`;
    if (rest.length === 1 && rest[0] === 'main') return exists(`${source}/lib.rs`) ? `${crate}#main` : crate;
    return [crate, ...rest].join('.');
  }
  if (/^(?:tests|examples|benches)$/.test(top)) {
    const name = rest[0] ?? '';
    return [`${crate}#${top}#${name}`, ...rest.slice(rest[1] === 'main' ? 2 : 1)].join('.');
  }
  return [crate, ...below].join('.');
}
