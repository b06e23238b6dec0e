/** What a name means by where it is written: what is defined around it, what is imported there, what other files lend. */
import type { Language } from '../syntax/language.ts';
import type { SourceProgram } from './program.ts';
import type { Led, Space } from './space.ts';

interface Imported {
  readonly names: ReadonlyMap<string, string>;
  readonly whole: readonly string[];
}

/** Definitions; `outside` for what is imported from elsewhere; null for a name that nothing here explains. */
export type Meaning = readonly number[] | 'outside' | null;

/** Names handed from file to file; a circle of them ends somewhere. */
const DEEPEST = 8;
const NOTHING: Imported = { names: new Map(), whole: [] };

export class ReachNames {
  readonly #program: SourceProgram;
  readonly #space: (language: Language) => Space;
  readonly #imports = new Map<number, Imported>();
  /** Set by who knows about classes: methods of one, its bases included. */
  methodsOf: (node: number, name: string) => readonly number[] = () => [];

  constructor(program: SourceProgram, space: (language: Language) => Space) {
    this.#program = program;
    this.#space = space;
    for (const { node, facts } of program.files) {
      for (const { in: around, names, whole } of facts.imports) {
        this.#imports.set(node + 1 + around, { names: new Map(Object.entries(names)), whole });
      }
    }
  }

  imports(node: number): Imported {
    return this.#imports.get(node) ?? NOTHING;
  }

  /** Functions inside the functions around a place: they hide what a variable of the same name would be. */
  nested(name: string, at: number): Meaning {
    for (const node of this.#program.outwards(at)) {
      const kind = this.#program.definition(node)?.kind;
      if (kind === undefined || kind === 'class') return null;
      const found = this.#program.named(node, name);
      if (found.length > 0) return found;
    }
    return null;
  }

  lookup([first, ...rest]: readonly string[], at: number): Meaning {
    const space = this.#space(this.#program.languageOf(at));
    const wholes: (readonly [string, number])[] = [];
    for (const node of this.#program.outwards(at)) {
      const definition = this.#program.definition(node);
      const isType = definition?.kind === 'class' || definition?.of !== undefined;
      const visible = isType
        ? space.bareMethods
          ? this.methodsOf(node, first!)
          : []
        : this.#program.named(node, first!);
      if (visible.length > 0) return this.descend(visible, rest);
      const { names, whole } = this.imports(node);
      const meant = names.get(first!);
      if (meant !== undefined) return this.#meant([meant, ...rest].join('.'), node, DEEPEST);
      wholes.push(...whole.map((module) => [module, node] as const));
      if (space.closedGroups && definition?.kind === 'group' && definition.of === undefined) break;
    }
    const file = this.#program.fileOf(at).node;
    for (const sibling of space.siblings(file)) {
      const found = this.#program.named(sibling, first!);
      if (found.length > 0) return this.descend(found, rest);
    }
    for (const [module, node] of wholes) {
      const found = this.#meant([module, first, ...rest].join('.'), node, DEEPEST);
      if (found !== null && found !== 'outside' && found.length > 0) return found;
    }
    const led = space.find([first, ...rest].join('.'), at);
    return led === null ? null : this.#follow(led, DEEPEST);
  }

  /** The names that are left, looked for inside what the first ones meant. */
  descend(nodes: readonly number[], rest: readonly string[], deepest = DEEPEST): readonly number[] {
    if (rest.length === 0) return nodes;
    return [...new Set(nodes.flatMap((node) => this.#inside(node, rest, deepest)))];
  }

  #inside(node: number, [first, ...rest]: readonly string[], deepest: number): readonly number[] {
    if (deepest === 0) return [];
    const definition = this.#program.definition(node);
    if (definition?.kind === 'class') return this.descend(this.methodsOf(node, first!), rest, deepest - 1);
    const own = this.#program.named(node, first!);
    if (own.length > 0) return this.descend(own, rest, deepest - 1);
    if (definition !== null && definition.kind !== 'group') return [];
    const { names, whole } = this.imports(node);
    const meant = names.get(first!);
    if (meant !== undefined) return plain(this.#meant([meant, ...rest].join('.'), node, deepest - 1));
    for (const module of whole) {
      const found = plain(this.#meant([module, first, ...rest].join('.'), node, deepest - 1));
      if (found.length > 0) return found;
    }
    return definition === null && first !== 'default' ? this.#inDefault(node, [first!, ...rest], deepest - 1) : [];
  }

  /** A module that exports one thing is often used as if it were that thing. */
  #inDefault(file: number, rest: readonly string[], deepest: number): readonly number[] {
    return this.descend(this.default(file, deepest), rest, deepest);
  }

  /** What a file exports when it is used as a value. */
  default(file: number, deepest = DEEPEST): readonly number[] {
    if (this.#program.languageOf(file) !== 'javascript' || this.#program.definition(file) !== null) return [];
    const meant = this.imports(file).names.get('default');
    if (meant !== undefined) return plain(this.#meant(meant, file, deepest - 1));
    return this.#program.named(file, 'default');
  }

  #meant(name: string, from: number, deepest: number): Meaning {
    if (deepest <= 0) return null;
    if (name.startsWith('=')) {
      const [first, ...rest] = name.slice(1).split('.');
      const own = this.#program.named(this.#program.fileOf(from).node, first!);
      if (own.length > 0) return this.descend(own, rest, deepest);
      const meant = this.imports(this.#program.fileOf(from).node).names.get(first!);
      return meant === undefined ? null : this.#meant([meant, ...rest].join('.'), from, deepest - 1);
    }
    const led = this.#space(this.#program.languageOf(from)).find(name, from);
    return led === null ? 'outside' : this.#follow(led, deepest - 1);
  }

  #follow({ nodes, rest }: Led, deepest: number): readonly number[] {
    const found = this.descend(nodes, rest, deepest);
    // A module that is called: what it exports as its one thing.
    return found.flatMap((node) => {
      const exported = rest.length === 0 ? this.default(node, deepest) : [];
      return exported.length > 0 ? exported : [node];
    });
  }
}

const plain = (meaning: Meaning): readonly number[] => (meaning === null || meaning === 'outside' ? [] : meaning);
