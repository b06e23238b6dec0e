/** One file as rules see it: its tree, what its names stand for, and which test a place belongs to. Everything is found when first asked for. */
import { isAmongTests } from '../file-role.ts';
import type { Language } from '../syntax/language.ts';
import { named, outwards } from '../syntax/node.ts';
import type { Node } from '../syntax/parser.ts';
import { isFoundIn } from '../syntax/required-words.ts';
import type { CallShape, Dialect, Imports } from './dialect.ts';
import { mayBeBound } from './may-be-bound.ts';

export type { Node } from '../syntax/parser.ts';

/** Stands for whatever is not a plain name: the result of a call, an element, a literal. */
export const UNKNOWN = '?';

/** The plain names at the end of a callee, with what stands between them. */
const NAMES_AT_END =
  /(?:[\p{L}_$@][\p{L}\p{N}_$]*[!?]?\s*(?:\.|::|->|\?\.|!!\.|&\.)\s*)*[\p{L}_$@][\p{L}\p{N}_$]*[!?]?$/u;
const BETWEEN_NAMES = /\s*(?:\?\.|!!\.|&\.|\.|::|->)\s*/;
const BEFORE_COLONS = /^[\p{L}\p{N}_$]+\s*::/u;
const TYPE_ARGUMENTS = /(?:::)?<[^<>]*(?:<[^<>]*>[^<>]*)*>$/;

/** Names of calls that somebody looks for. */
export interface AskedNames {
  /** Their last parts. */
  readonly lasts: ReadonlySet<string>;
  readonly isAsked: (name: string) => boolean;
}

interface NameParts {
  readonly first: string;
  readonly rest: readonly string[];
  readonly last: string;
  /** Something stands before the names that is none: they are called on what nobody knows. */
  readonly isOnUnknown: boolean;
  readonly isPath: boolean;
}

/** The same few names are written all over a project. */
const known = new Map<string, NameParts | null>();
const MAX_KNOWN_LENGTH = 80;
const MAX_KNOWN = 20_000;

function partsOf(written: string): NameParts | null {
  let parts = known.get(written);
  if (parts === undefined) {
    parts = readParts(written);
    if (known.size >= MAX_KNOWN) known.clear();
    if (written.length <= MAX_KNOWN_LENGTH) known.set(written, parts);
  }
  return parts;
}

/** Null for what is not named at all. */
function readParts(written: string): NameParts | null {
  const plain = written.trim().replace(TYPE_ARGUMENTS, '');
  const names = NAMES_AT_END.exec(plain)?.[0];
  if (names === undefined) return null;
  const [first, ...rest] = names.split(BETWEEN_NAMES) as [string, ...string[]];
  return {
    first,
    rest,
    last: rest.at(-1) ?? first,
    isOnUnknown: names.length < plain.length,
    isPath: BEFORE_COLONS.test(names),
  };
}

/** The names when the first is a variable, or unknown itself. */
function unbound({ first, rest, isOnUnknown }: NameParts): readonly string[] {
  if (isOnUnknown) return [[UNKNOWN, first, ...rest].join('.')];
  return rest.length === 0 ? [] : [[UNKNOWN, ...rest].join('.')];
}

const testsIn = new Map<Dialect, (text: string) => boolean>();

/** Whether any place in a file can belong to tests. */
export function mayHoldTests(dialect: Dialect, path: string, text: string): boolean {
  if (isAmongTests(path)) return false;
  if (dialect.isTestFile(path)) return true;
  let isIn = testsIn.get(dialect);
  if (isIn === undefined) {
    isIn = dialect.testsIn === undefined ? () => true : isFoundIn(dialect.testsIn);
    testsIn.set(dialect, isIn);
  }
  return isIn(text);
}

export class SourceFile {
  readonly path: string;
  readonly text: string;
  readonly root: Node;
  readonly dialect: Dialect;
  #imports: Imports | undefined;
  #isTestFile: boolean | undefined;
  readonly #bound = new Map<number, ReadonlySet<string>>();
  readonly #tests = new Map<Node, string | null>();
  readonly #mayBeBound = new Map<string, boolean>();

  constructor(path: string, text: string, root: Node, dialect: Dialect) {
    this.path = path;
    this.text = text;
    this.root = root;
    this.dialect = dialect;
  }

  get language(): Language {
    return this.dialect.language;
  }

  get isTestFile(): boolean {
    this.#isTestFile ??= !isAmongTests(this.path) && this.dialect.isTestFile(this.path);
    return this.#isTestFile;
  }

  get imports(): Imports {
    this.#imports ??= this.dialect.imports(this.#importing());
    return this.#imports;
  }

  #importing(): readonly Node[] {
    const { importing } = this.dialect;
    return importing.length === 0 ? [] : this.root.findAll({ rule: { any: importing } });
  }

  /** What a call may be a call of, surest first: `time.time`, `std.time.SystemTime.now`, `?.sleep`. Empty when it has no name at all. */
  namesOf(call: Node, shape: CallShape): readonly string[] {
    const written = this.#calleeOf(call, shape);
    return written === null ? [] : this.meanings(written, call);
  }

  /** Whether a call may have a name that is asked for, whatever its names are bound to. */
  mayMean(call: Node, shape: CallShape, { lasts, isAsked }: AskedNames): boolean {
    const written = this.#calleeOf(call, shape);
    const parts = written === null ? null : partsOf(written);
    if (parts === null) return false;
    // An import may give a function a name of the file's own.
    if (!lasts.has(parts.last) && !(parts.rest.length === 0 && this.imports.names.has(parts.first))) return false;
    return unbound(parts).some(isAsked) || this.#free(parts).some(isAsked);
  }

  #calleeOf(call: Node, shape: CallShape): string | null {
    const callee = call.field(shape.callee);
    if (callee === null) return null;
    const on = shape.on === undefined ? null : call.field(shape.on);
    return on === null ? callee.text() : `${on.text()}.${callee.text()}`;
  }

  /** The meanings of a dotted name as it is written at a place. */
  meanings(written: string, at: Node): readonly string[] {
    const parts = partsOf(written);
    if (parts === null) return [];
    const { first } = parts;
    if (parts.isOnUnknown) return unbound(parts);
    // What stands before `::` is no variable.
    const shadowed = this.#canBeBound(first) && (parts.isPath ? this.#isBoundAtTop(first) : this.#isBound(first, at));
    return shadowed ? unbound(parts) : this.#free(parts);
  }

  /** What the parts of a name mean where nothing but imports binds the first. */
  #free({ first, rest, isOnUnknown }: NameParts): readonly string[] {
    if (isOnUnknown) return [];
    const { names: imported, whole } = this.imports;
    const meant = imported.get(first);
    if (meant !== undefined) return [[meant, ...rest].join('.')];
    return [[], ...whole.map((module) => [module])].map((before) => [...before, first, ...rest].join('.'));
  }

  /** Whether a place is in a test, or in code that is there for tests alone. */
  isForTests(node: Node): boolean {
    if (isAmongTests(this.path) || this.dialect.isMeasured?.(node)) return false;
    return this.isTestFile || this.testAround(node) !== null || (this.dialect.isForTests?.(node) ?? false);
  }

  /** The innermost test around a place; null outside tests. */
  testAround(node: Node): string | null {
    const { tests, test } = this.dialect;
    const passed: Node[] = [];
    let name: string | null = null;
    for (let above: Node | null = node; above !== null && name === null; above = above.parent()) {
      const known = this.#tests.get(above);
      if (known !== undefined) {
        name = known;
        break;
      }
      passed.push(above);
      if (tests.includes(above.kind())) name = test(above);
    }
    for (const one of passed) this.#tests.set(one, name);
    return name;
  }

  argumentsOf(call: Node, shape: CallShape): readonly Node[] {
    if (shape.args !== undefined) return named(call.field(shape.args)).filter((node) => !this.isComment(node));
    const callee = call.field(shape.callee);
    return named(call).filter((node) => callee === null || node.id() !== callee.id());
  }

  isComment(node: Node): boolean {
    return this.dialect.comments.includes(node.kind());
  }

  /** Whether a function around the place, or the file itself, gives the name another meaning. */
  #isBound(name: string, at: Node): boolean {
    const { scopes } = this.dialect;
    for (const above of outwards(at)) {
      if (scopes.includes(above.kind()) && this.#canBind(above, name) && this.#boundIn(above).has(name)) return true;
    }
    return this.#isBoundAtTop(name);
  }

  /** A scope whose text only uses the name need not be read. */
  #canBind(scope: Node, name: string): boolean {
    return this.#bound.has(scope.id()) || this.dialect.callsHaveBrackets !== true || mayBeBound(name, scope.text());
  }

  #canBeBound(name: string): boolean {
    // Elsewhere a function may be defined without a word that says so.
    if (this.dialect.callsHaveBrackets !== true) return true;
    let known = this.#mayBeBound.get(name);
    if (known === undefined) {
      known = mayBeBound(name, this.text);
      this.#mayBeBound.set(name, known);
    }
    return known;
  }

  #isBoundAtTop(name: string): boolean {
    return !this.imports.names.has(name) && this.#boundIn(this.root).has(name);
  }

  #boundIn(scope: Node): ReadonlySet<string> {
    const id = scope.id();
    let names = this.#bound.get(id);
    if (names === undefined) {
      names = this.dialect.binds(scope);
      this.#bound.set(id, names);
    }
    return names;
  }
}
