/** Languages whose names we take as one space for the whole project: Ruby, C#, C++, PHP. Of several with one name any may be meant. */
import type { Language } from '../../syntax/language.ts';
import type { SourceProgram } from '../program.ts';
import { folderOf, joined, type Led, type Space } from '../space.ts';

type Ways = Pick<Space, 'self' | 'bareMethods' | 'loadingRuns' | 'constructors' | 'separator'>;

const WAYS: Partial<Record<Language, Ways>> = {
  ruby: { self: new Set(['self']), bareMethods: true, loadingRuns: true, constructors: [], separator: ' ' },
  csharp: {
    self: new Set(['this', 'base']),
    bareMethods: true,
    loadingRuns: false,
    constructors: ['<init>'],
    separator: '.',
  },
  cpp: { self: new Set(['this']), bareMethods: true, loadingRuns: false, constructors: ['<init>'], separator: '.' },
  php: {
    self: new Set(['$this', 'self', 'static', 'parent']),
    bareMethods: false,
    loadingRuns: false,
    constructors: ['<init>'],
    separator: '::',
  },
};

export function flatSpace(program: SourceProgram, language: Language): Space {
  const known = new Map<string, number[]>();
  const files = program.files.filter(({ facts }) => facts.language === language);
  for (const { node } of files) {
    for (const member of inGroups(program, node)) {
      const { name } = program.definition(member)!;
      const nodes = known.get(name);
      if (nodes === undefined) known.set(name, [member]);
      else nodes.push(member);
    }
  }
  const find = (name: string): Led | null => {
    const parts = name.split('.');
    // What stands before a known class is where it lives: a namespace, a module.
    const at = parts.findIndex((part, index) => known.has(part) && (index === 0 || /^[A-Z]/.test(part)));
    return at === -1 ? null : { nodes: known.get(parts[at]!)!, rest: parts.slice(at + 1) };
  };
  const loads = (module: string, from: number): readonly number[] => {
    const folder = module.startsWith('.') ? folderOf(program.fileOf(from).path) : '';
    const path = joined(folder, module);
    if (path === null) return [];
    const file = path.endsWith('.rb') ? path : `${path}.rb`;
    const all = files.filter((one) => one.path === file || (folder === '' && one.path.endsWith(`/${file}`)));
    return all.length === 1 ? [all[0]!.node] : [];
  };
  return {
    find,
    loads: language === 'ruby' ? loads : () => [],
    siblings: () => [],
    closedGroups: false,
    dispatches: new Set(),
    ...WAYS[language]!,
  };
}

/** What a file defines, also inside its namespaces and modules and in the fixtures of its tests. */
function* inGroups(program: SourceProgram, node: number): Generator<number> {
  for (const member of program.members(node)) {
    const { kind, name } = program.definition(member)!;
    if (kind === 'test') continue;
    yield member;
    const isModule = kind === 'class' && program.languageOf(node) === 'ruby';
    if (kind === 'group' || isModule || (kind === 'fixture' && /^[A-Z]/.test(name))) {
      for (const inner of inGroups(program, member)) {
        // Methods of a class are found through it.
        if (!isModule || program.definition(inner)!.kind === 'class') yield inner;
      }
    }
  }
}
