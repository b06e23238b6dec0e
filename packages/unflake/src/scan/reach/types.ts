/** Classes with their methods and bases, and which class a variable holds as far as the code says so. */
import type { Language } from '../syntax/language.ts';
import type { Meaning, ReachNames } from './names.ts';
import type { SourceProgram } from './program.ts';
import type { Space } from './space.ts';

const DEEPEST = 6;

export class Types {
  readonly #program: SourceProgram;
  readonly #names: ReachNames;
  readonly #space: (language: Language) => Space;
  /** Implementations and methods that stand outside their class. */
  readonly #attached = new Map<number, number[]>();
  readonly #bases = new Map<number, readonly number[]>();
  /** By where they stand, then by name. */
  readonly #variables = new Map<number, Map<string, string>>();
  readonly #fields = new Map<number, Map<string, readonly [type: string, at: number]>>();

  constructor(program: SourceProgram, names: ReachNames, space: (language: Language) => Space) {
    this.#program = program;
    this.#names = names;
    this.#space = space;
    names.methodsOf = (node, name) => this.methods(node, name);
    this.#readVariables();
    const attached: (readonly [node: number, of: string])[] = [];
    for (const [node, { of }] of program.definitions()) if (of !== undefined) attached.push([node, of]);
    for (const [node, of] of attached) {
      for (const one of this.#classes(of, program.parent(node)!)) {
        this.#attached.set(one, [...(this.#attached.get(one) ?? []), node]);
      }
    }
  }

  #readVariables(): void {
    for (const { node, facts } of this.#program.files) {
      for (const { in: around, name, type } of facts.variables) {
        const at = node + 1 + around;
        const field = /^(?:self|this)\.(.*)$/.exec(name)?.[1];
        if (field === undefined) remember(this.#variables, at, name, type);
        else {
          const holder = [...this.#program.outwards(at)].find((one) => this.#program.definition(one)?.kind === 'class');
          if (holder !== undefined) remember(this.#fields, holder, field, [type, at]);
        }
      }
    }
  }

  /** Methods of a class, or of an implementation's class, under a name; those of its bases when it has none itself. */
  methods(node: number, name: string, deepest = DEEPEST): readonly number[] {
    const definition = this.#program.definition(node);
    if (definition?.of !== undefined) {
      const classes = this.#classes(definition.of, this.#program.parent(node)!);
      return classes.flatMap((one) => this.methods(one, name, deepest));
    }
    const own = this.#program.named(node, name);
    const attached = (this.#attached.get(node) ?? []).flatMap((one) => {
      const { kind, name: called } = this.#program.definition(one)!;
      if (kind === 'group') return this.#program.named(one, name);
      return called === name ? [one] : [];
    });
    if (own.length + attached.length > 0 || deepest === 0) return [...own, ...attached];
    return [...new Set(this.bases(node).flatMap((base) => this.methods(base, name, deepest - 1)))];
  }

  /** All of a class's own methods, wherever they stand. */
  ownMethods(node: number): readonly number[] {
    const attached = this.#attached.get(node) ?? [];
    const outside = attached.flatMap((one) =>
      this.#program.definition(one)!.kind === 'group' ? this.#program.members(one) : [one],
    );
    return [...this.#program.members(node), ...outside];
  }

  bases(node: number): readonly number[] {
    let bases = this.#bases.get(node);
    if (bases === undefined) {
      this.#bases.set(node, []);
      const from = [node, ...(this.#attached.get(node) ?? [])];
      bases = from.flatMap((one) => {
        const names = this.#program.definition(one)?.bases ?? [];
        return names.flatMap((name) => this.#classes(name, this.#program.parent(one)!));
      });
      bases = [...new Set(bases)].filter((base) => base !== node);
      this.#bases.set(node, bases);
    }
    return bases;
  }

  /** The class that a place stands in: around it, or by the receiver of its function. */
  classAround(at: number): readonly number[] {
    for (const node of this.#program.outwards(at)) {
      const definition = this.#program.definition(node);
      if (definition?.kind === 'class') return [node];
      if (definition?.of !== undefined) return this.#classes(definition.of, this.#program.parent(node)!);
    }
    return [];
  }

  /** `store.rows.count` by the type of `store`, then of its field `rows`. */
  onVariable([first, ...rest]: readonly string[], at: number, deepest = DEEPEST): Meaning {
    for (const node of this.#program.outwards(at)) {
      const type = this.#variables.get(node)?.get(first!);
      if (type === undefined) continue;
      // A variable may be made from itself: `node = node.next()`.
      const classes = this.#typed(type, at, deepest - 1);
      return classes === null || classes === 'outside' ? classes : this.onFields(classes, rest, deepest - 1);
    }
    return null;
  }

  onFields(classes: readonly number[], [first, ...rest]: readonly string[], deepest = DEEPEST): Meaning {
    if (rest.length === 0) {
      const methods = [...new Set(classes.flatMap((one) => this.methods(one, first!)))];
      return methods.length > 0 ? methods : null;
    }
    for (const one of [...classes, ...classes.flatMap((base) => this.bases(base))]) {
      const known = this.#fields.get(one)?.get(first!) ?? this.#plainField(one, first!);
      if (known === undefined) continue;
      const types = this.#typed(known[0], known[1], deepest - 1);
      return types === null || types === 'outside' ? types : this.onFields(types, rest, deepest - 1);
    }
    return null;
  }

  #plainField(node: number, name: string): readonly [string, number] | undefined {
    const type = this.#variables.get(node)?.get(name);
    return type === undefined ? undefined : [type, node];
  }

  #typed(type: string, at: number, deepest: number): Meaning {
    if (deepest <= 0) return null;
    if (!type.endsWith('()')) {
      const meant = this.#names.lookup(parts(type), at);
      if (meant === 'outside') return meant;
      const classes = (meant ?? []).filter((node) => this.#program.definition(node)?.kind === 'class');
      return classes.length > 0 ? classes : null;
    }
    const called = parts(type.slice(0, -2));
    const self = this.#space(this.#program.languageOf(at)).self.has(called[0]!) && called.length === 2;
    const meant = self
      ? this.classAround(at).flatMap((one) => this.methods(one, called[1]!))
      : (this.#names.lookup(called, at) ?? (called.length > 1 ? this.onVariable(called, at, deepest - 1) : null));
    if (meant === null || meant === 'outside') return meant;
    const classes = meant.flatMap((node) => this.#returned(node, deepest));
    return classes.length > 0 ? [...new Set(classes)] : null;
  }

  #returned(node: number, deepest: number): readonly number[] {
    const definition = this.#program.definition(node);
    if (definition?.kind === 'class') return [node];
    if (definition?.returns === undefined) return [];
    for (const [name] of definition.returns.matchAll(
      /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::)[\p{L}_$][\p{L}\p{N}_$]*)*/gu,
    )) {
      if (name === 'Self' || name === 'this') return this.classAround(node);
      const classes = this.#typed(name, node, deepest - 1);
      if (classes !== null && classes !== 'outside') return classes;
    }
    return [];
  }

  #classes(name: string, at: number): readonly number[] {
    const meant = this.#names.lookup(parts(name), at);
    if (meant === null || meant === 'outside') return [];
    return meant.filter((node) => this.#program.definition(node)?.kind === 'class');
  }
}

const parts = (name: string): readonly string[] => name.split(/\.|::/);

/** The first says more often what a name is than a later one. */
function remember<Value>(maps: Map<number, Map<string, Value>>, at: number, name: string, value: Value): void {
  const map = maps.get(at);
  if (map === undefined) maps.set(at, new Map([[name, value]]));
  else if (!map.has(name)) map.set(name, value);
}
