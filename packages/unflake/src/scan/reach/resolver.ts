/** What a name that is called stands for: definitions of the repository, something outside it, or nobody can tell. */
import { UNKNOWN } from '../facts/source-file.ts';
import type { CallFact } from '../index/file-facts.ts';
import type { Language } from '../syntax/language.ts';
import { ReachNames } from './names.ts';
import type { SourceProgram } from './program.ts';
import type { Space } from './space.ts';
import { Types } from './types.ts';

export type Resolution =
  | { readonly kind: 'found'; readonly nodes: readonly number[]; readonly sure: boolean }
  | { readonly kind: 'outside' }
  /** More candidates than it makes sense to follow, or a function that came as a value. */
  | { readonly kind: 'unresolved'; readonly name: string | null };

const OUTSIDE: Resolution = { kind: 'outside' };
/** A method of an unknown object that many classes have is most likely one of a library. */
const MAX_CANDIDATES = 6;

export class Resolver {
  readonly #program: SourceProgram;
  readonly #space: (language: Language) => Space;
  readonly #names: ReachNames;
  readonly #types: Types;
  readonly #methods = new Map<string, number[]>();

  constructor(program: SourceProgram, space: (language: Language) => Space) {
    this.#program = program;
    this.#space = space;
    this.#names = new ReachNames(program, space);
    this.#types = new Types(program, this.#names, space);
    for (const [node, { kind, name }] of program.definitions()) {
      if (kind !== 'method') continue;
      const key = `${program.languageOf(node)} ${name}`;
      const known = this.#methods.get(key);
      if (known === undefined) this.#methods.set(key, [node]);
      else known.push(node);
    }
  }

  get space(): (language: Language) => Space {
    return this.#space;
  }

  get names(): ReachNames {
    return this.#names;
  }

  get types(): Types {
    return this.#types;
  }

  resolve(call: CallFact, at: number): Resolution {
    const parts = call.name.split('.');
    const [first, ...rest] = parts as [string, ...string[]];
    const last = parts.at(-1)!;
    const language = this.#program.languageOf(at);
    if (first === UNKNOWN) return this.#byMethod(last, language);
    if (this.#space(language).self.has(first) && rest.length > 0) {
      const own = this.#onSelf(first, rest, at);
      if (own !== null) return own;
    }
    if (this.#space(language).dispatches.has(call.name)) return this.#byMethod(last, language);
    const isLocal = call.how === 'local';
    const meant = isLocal ? this.#names.nested(first, at) : this.#names.lookup(parts, at);
    if (meant === 'outside') return OUTSIDE;
    if (meant !== null && meant.length > 0 && (!isLocal || rest.length === 0)) return this.#found(meant, call);
    if (rest.length === 0) return isLocal ? { kind: 'unresolved', name: null } : OUTSIDE;
    const typed = this.#types.onVariable(parts, at);
    if (typed === 'outside') return OUTSIDE;
    if (typed !== null) return this.#found(typed, call);
    return this.#byMethod(last, language);
  }

  #found(nodes: readonly number[], { how }: CallFact): Resolution {
    return { kind: 'found', nodes, sure: nodes.length === 1 && (how === 'called' || how === 'local') };
  }

  #onSelf(self: string, rest: readonly string[], at: number): Resolution | null {
    const classes = this.#types.classAround(at);
    if (classes.length === 0) return null;
    const last = rest.at(-1)!;
    const language = this.#program.languageOf(at);
    if (rest.length === 1) {
      const where = self === 'super' ? classes.flatMap((one) => this.#types.bases(one)) : classes;
      const nodes = where.flatMap((one) => this.#types.methods(one, last));
      if (nodes.length > 0) return { kind: 'found', nodes, sure: nodes.length === 1 };
      return this.#byMethod(last, language);
    }
    const typed = this.#types.onFields(classes, rest);
    if (typed === 'outside') return OUTSIDE;
    if (typed !== null) return { kind: 'found', nodes: typed, sure: typed.length === 1 };
    return this.#byMethod(last, language);
  }

  #byMethod(name: string, language: Language): Resolution {
    const nodes = this.#methods.get(`${language} ${name}`) ?? [];
    if (nodes.length === 0) return OUTSIDE;
    if (nodes.length > MAX_CANDIDATES) return { kind: 'unresolved', name };
    return { kind: 'found', nodes, sure: false };
  }
}
