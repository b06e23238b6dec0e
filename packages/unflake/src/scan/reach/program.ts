/** Every definition of the repository under a number of its own; a file is a node too: what runs when it is loaded. */
import type { Definition, FileFacts } from '../index/file-facts.ts';
import type { Language } from '../syntax/language.ts';

export interface ProgramFile {
  readonly path: string;
  readonly facts: FileFacts;
  /** The file's own number; that of its first definition is one more. */
  readonly node: number;
}

const NONE: readonly number[] = [];

export class SourceProgram {
  readonly files: readonly ProgramFile[];
  readonly size: number;
  readonly #fileOf: Int32Array;
  readonly #members: (Map<string, number[]> | undefined)[] = [];
  readonly #byPath: ReadonlyMap<string, ProgramFile>;

  constructor(facts: readonly (readonly [path: string, facts: FileFacts])[]) {
    let node = 0;
    this.files = facts.map(([path, one]) => {
      const file = { path, facts: one, node };
      node += 1 + one.definitions.length;
      return file;
    });
    this.size = node;
    this.#fileOf = new Int32Array(node);
    for (const [number, file] of this.files.entries()) {
      this.#fileOf.fill(number, file.node, file.node + 1 + file.facts.definitions.length);
      for (const [index, { name }] of file.facts.definitions.entries()) {
        const self = file.node + 1 + index;
        this.#remember(this.parent(self)!, name, self);
      }
    }
    this.#byPath = new Map(this.files.map((file) => [file.path, file]));
  }

  #remember(parent: number, name: string, node: number): void {
    let members = this.#members[parent];
    if (members === undefined) {
      members = new Map();
      this.#members[parent] = members;
    }
    const known = members.get(name);
    if (known === undefined) members.set(name, [node]);
    else known.push(node);
  }

  at(path: string): ProgramFile | undefined {
    return this.#byPath.get(path);
  }

  fileOf(node: number): ProgramFile {
    return this.files[this.#fileOf[node]!]!;
  }

  languageOf(node: number): Language {
    return this.fileOf(node).facts.language;
  }

  /** Null for a file. */
  definition(node: number): Definition | null {
    const file = this.fileOf(node);
    return node === file.node ? null : file.facts.definitions[node - file.node - 1]!;
  }

  parent(node: number): number | null {
    const file = this.fileOf(node);
    if (node === file.node) return null;
    return file.node + 1 + file.facts.definitions[node - file.node - 1]!.within;
  }

  /** From the inside out, the node itself first and its file last. */
  *outwards(node: number): Generator<number> {
    for (let at: number | null = node; at !== null; at = this.parent(at)) yield at;
  }

  /** What stands directly in a node under a name. */
  named(node: number, name: string): readonly number[] {
    return this.#members[node]?.get(name) ?? NONE;
  }

  members(node: number): readonly number[] {
    return [...(this.#members[node]?.values() ?? [])].flat();
  }

  *definitions(): Generator<readonly [node: number, definition: Definition]> {
    for (const { node, facts } of this.files) {
      for (const [index, definition] of facts.definitions.entries()) yield [node + 1 + index, definition];
    }
  }

  /** The innermost definition at a line, or the file. */
  nodeAt({ node, facts }: ProgramFile, line: number): number {
    let best = node;
    let lines = Number.POSITIVE_INFINITY;
    for (const [index, definition] of facts.definitions.entries()) {
      if (definition.line > line || definition.endLine < line) continue;
      // Definitions come in the order in which they begin, so that of two on the same lines the later is inside.
      if (definition.endLine - definition.line > lines) continue;
      lines = definition.endLine - definition.line;
      best = node + 1 + index;
    }
    return best;
  }
}
