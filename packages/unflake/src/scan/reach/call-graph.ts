/** Which node leads to which, surely or perhaps: calls, what is loaded, what runs around tests, what is overridden. */
import type { FileFacts } from '../index/file-facts.ts';
import type { Language } from '../syntax/language.ts';
import type { AddEdge, Edge } from './edge.ts';
import { fixtureEdges } from './fixture-edges.ts';
import type { Manifests } from './manifests.ts';
import { SourceProgram } from './program.ts';
import { Resolver } from './resolver.ts';
import type { Space } from './space.ts';
import { flatSpace } from './spaces/flat.ts';
import { goSpace } from './spaces/go.ts';
import { javascriptSpace } from './spaces/javascript.ts';
import { javaSpace, kotlinSpace } from './spaces/packages.ts';
import { pythonSpace } from './spaces/python.ts';
import { rustSpace } from './spaces/rust.ts';
import { shellSpace } from './spaces/shell.ts';

export interface CallGraph {
  readonly program: SourceProgram;
  /** By where they lead. */
  readonly into: ReadonlyMap<number, readonly Edge[]>;
  readonly calls: {
    readonly sure: number;
    readonly may: number;
    readonly outside: number;
    readonly unresolved: number;
  };
  /** Calls of a method that too many classes have, by its name. */
  readonly unresolved: ReadonlyMap<string, number>;
  readonly separator: (language: Language) => string;
}

export function callGraph(facts: readonly (readonly [string, FileFacts])[], manifests: Manifests): CallGraph {
  const program = new SourceProgram(facts);
  const space = spaces(program, manifests);
  const resolver = new Resolver(program, space);
  const into = new Map<number, Edge[]>();
  const known = new Map<number, Edge>();
  const add: AddEdge = (from, to, line, sure) => {
    if (from === to) return;
    const key = from * program.size + to;
    const before = known.get(key);
    if (before !== undefined && (before.sure || !sure)) return;
    const edge = { from, line, sure };
    known.set(key, edge);
    const edges = into.get(to);
    if (edges === undefined) into.set(to, [edge]);
    else if (before === undefined) edges.push(edge);
    else edges[edges.indexOf(before)] = edge;
  };
  const calls = { sure: 0, may: 0, outside: 0, unresolved: 0 };
  const unresolved = new Map<string, number>();
  for (const { node: file, facts: one } of program.files) {
    for (const call of one.calls) {
      const at = file + 1 + call.in;
      const resolution = resolver.resolve(call, at);
      if (call.how === 'passed' && resolution.kind !== 'found') continue;
      switch (resolution.kind) {
        case 'found':
          calls[resolution.sure ? 'sure' : 'may'] += 1;
          for (const node of resolution.nodes) {
            if (program.definition(node) !== null) add(at, node, call.line, resolution.sure);
          }
          break;
        case 'outside':
          calls.outside += 1;
          break;
        case 'unresolved':
          calls.unresolved += 1;
          if (resolution.name !== null) unresolved.set(resolution.name, (unresolved.get(resolution.name) ?? 0) + 1);
          break;
        default:
          resolution satisfies never;
      }
    }
  }
  loadingEdges(program, space, add);
  classEdges(program, resolver, space, add);
  fixtureEdges(program, resolver, add);
  return { program, into, calls, unresolved, separator: (language) => space(language).separator };
}

function spaces(program: SourceProgram, { crates, goModules, packages }: Manifests): (language: Language) => Space {
  const make: Readonly<Record<string, () => Space>> = {
    python: () => pythonSpace(program),
    javascript: () => javascriptSpace(program, packages),
    go: () => goSpace(program, goModules),
    rust: () => rustSpace(program, crates),
    java: () => javaSpace(program),
    shell: () => shellSpace(program),
    kotlin: () => kotlinSpace(program),
    ruby: () => flatSpace(program, 'ruby'),
    csharp: () => flatSpace(program, 'csharp'),
    cpp: () => flatSpace(program, 'cpp'),
    php: () => flatSpace(program, 'php'),
  };
  const spaces = new Map<Language, Space>();
  return (language) => {
    let space = spaces.get(language);
    if (space === undefined) {
      const known = make[language];
      if (known === undefined) throw new Error(`no names for ${language}`);
      space = known();
      spaces.set(language, space);
    }
    return space;
  };
}

/** Loading a file runs its top level, and that of what it imports. */
function loadingEdges(program: SourceProgram, space: (language: Language) => Space, add: AddEdge): void {
  for (const { node: file, facts } of program.files) {
    const { loads, loadingRuns, siblings } = space(facts.language);
    if (!loadingRuns) continue;
    for (const one of facts.imports) {
      const from = file + 1 + one.in;
      const line = program.definition(from)?.line ?? 1;
      const modules = facts.language === 'go' ? Object.values(one.names) : one.loads;
      for (const module of modules) for (const loaded of loads(module, from)) add(from, loaded, line, true);
    }
    // A package's files are loaded together; its tests only with tests, never by those who import it.
    if (facts.language === 'go') {
      const isTest = (node: number) => program.fileOf(node).path.endsWith('_test.go');
      for (const other of siblings(file)) if (isTest(file) || !isTest(other)) add(file, other, 1, true);
    }
    for (const [index, { within, runsOnLoad, kind, line }] of facts.definitions.entries()) {
      const runs = runsOnLoad === true || (kind === 'class' && facts.language === 'python');
      if (runs) add(file + 1 + within, file + 1 + index, line, true);
    }
  }
}

/** Making an object runs its constructor; a method that is overridden may be the one that runs. */
function classEdges(
  program: SourceProgram,
  { types }: Resolver,
  space: (language: Language) => Space,
  add: AddEdge,
): void {
  for (const [node, { kind, line }] of program.definitions()) {
    if (kind !== 'class') continue;
    for (const name of space(program.languageOf(node)).constructors) {
      const constructors = types.methods(node, name);
      for (const one of constructors) add(node, one, line, constructors.length === 1);
    }
    const bases = types.bases(node);
    if (bases.length === 0) continue;
    for (const own of types.ownMethods(node)) {
      const { name } = program.definition(own)!;
      for (const base of bases) {
        for (const over of types.methods(base, name)) add(over, own, program.definition(over)!.line, false);
      }
    }
  }
}
