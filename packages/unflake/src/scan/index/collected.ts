/** What a walk has met so far, node by node: definitions that are open, calls, imports, variables. */
import type { DefinedName, Defines } from '../facts/defines.ts';
import type { CallShape, Dialect } from '../facts/dialect.ts';
import type { Node } from '../syntax/parser.ts';
import { type CallFact, type Definition, type ImportFact, THE_FILE, type VariableFact } from './file-facts.ts';
import type { Locals } from './locals.ts';
import type { Role } from './walk-roles.ts';
import { writtenName } from './written-name.ts';

export interface MetCall {
  readonly node: Node;
  readonly shape: CallShape;
  readonly start: number;
  readonly end: number;
  /** The innermost definition around what it is given: itself, when it defines a test. */
  readonly within: number;
  /** Null for one that calls nothing of ours: a macro, or the definition of a test. */
  readonly fact: CallFact | null;
}

interface Span {
  readonly start: { readonly line: number; readonly index: number };
  readonly end: { readonly line: number; readonly index: number };
}

export class IndexRows {
  readonly definitions: Definition[] = [];
  readonly variables: VariableFact[] = [];
  readonly calls: MetCall[] = [];
  /** Calls that are no nodes of their own, and names that are given away by a syntax of their own. */
  readonly otherCalls: CallFact[] = [];
  readonly passed: { readonly node: Node; readonly fact: CallFact }[] = [];
  belongs: string | null = null;
  readonly #dialect: Dialect;
  readonly #defines: Defines;
  readonly #locals: Locals;
  readonly #open: { readonly number: number; readonly end: number }[] = [];
  readonly #importing = new Map<number, Node[]>();
  readonly #loads = new Map<number, string[]>();
  readonly #exports: Node[] = [];

  constructor(dialect: Dialect, defines: Defines, locals: Locals) {
    this.#dialect = dialect;
    this.#defines = defines;
    this.#locals = locals;
  }

  /** In the order of the text, what stands around before what stands inside. */
  meet(node: Node, kind: string, role: Readonly<Role>): void {
    const span = node.range();
    while (this.#open.length > 0 && this.#open.at(-1)!.end <= span.start.index) this.#open.pop();
    if (role.shape === undefined) this.#meetOther(node, kind, role, span);
    else this.#meetCall(node, kind, role.shape, span);
  }

  get #within(): number {
    return this.#open.at(-1)?.number ?? THE_FILE;
  }

  #meetCall(node: Node, kind: string, shape: CallShape, span: Span): void {
    const { byCall, calledBy, loadsByCall } = this.#defines;
    const within = this.#within;
    const line = span.start.line + 1;
    const callee = node.field(shape.callee)?.text() ?? '';
    const defined = byCall?.(node, callee, this.#dialect.test) ?? null;
    const on = shape.on === undefined ? null : node.field(shape.on);
    const name = writtenName(on === null ? callee : `${on.text()}.${callee}`);
    const isCall = name !== null && defined === null && kind !== 'macro_invocation';
    const also = calledBy?.(node, callee);
    for (const one of also?.names ?? []) {
      const given = writtenName(one);
      if (given !== null)
        this.otherCalls.push({ in: within, line, name: given, how: also!.sure ? 'called' : 'perhaps' });
    }
    for (const module of loadsByCall?.(node, callee) ?? []) add(this.#loads, within, module);
    if (defined !== null) this.#define(defined, span);
    const { start, end } = span;
    const fact: CallFact | null = isCall ? { in: within, line, name, how: 'called' } : null;
    this.calls.push({ node, shape, start: start.index, end: end.index, within: this.#within, fact });
  }

  #meetOther(node: Node, kind: string, role: Readonly<Role>, span: Span): void {
    const { belongs, loads, read, variables } = this.#defines;
    const within = this.#within;
    if (role.belongs) this.belongs = belongs!.read(node);
    if (role.exports) this.#exports.push(node);
    if (role.imports) add(this.#importing, within, node);
    if (role.imports || role.exports) for (const module of loads?.(node, kind) ?? []) add(this.#loads, within, module);
    if (role.passes) {
      const name = writtenName(node.text());
      if (name !== null)
        this.passed.push({ node, fact: { in: within, line: span.start.line + 1, name, how: 'passed' } });
    }
    const defined = role.defines ? read(node, kind, this.#dialect.test) : null;
    if (defined !== null) this.#define(defined, span);
    else if (role.varies) for (const one of variables!.read(node, kind)) this.variables.push({ ...one, in: within });
  }

  #define(defined: DefinedName, { start, end }: Span): void {
    const within = this.#within;
    const isMethod = defined.kind === 'function' && isType(this.definitions[within]);
    const lines = { line: start.line + 1, endLine: end.line + 1 };
    const number = this.definitions.push({ ...defined, ...(isMethod ? { kind: 'method' } : {}), within, ...lines }) - 1;
    this.#open.push({ number, end: end.index });
    this.#locals.opened(number, defined, within, start.index, end.index);
  }

  imports(): readonly ImportFact[] {
    const [importing, loads, exports] = [this.#importing, this.#loads, this.#exports];
    const places = [...new Set([...importing.keys(), ...loads.keys(), ...(exports.length > 0 ? [THE_FILE] : [])])];
    return places
      .sort((a, b) => a - b)
      .map((place) => {
        const { names, whole } = this.#dialect.imports(importing.get(place) ?? []);
        const handed = place === THE_FILE ? exports.map((node) => this.#defines.exports!.read(node)) : [];
        return {
          in: place,
          names: Object.assign(Object.fromEntries(names), ...handed.map((one) => one.names)),
          whole: [...whole, ...handed.flatMap((one) => one.whole)],
          loads: [...new Set(loads.get(place) ?? [])],
        };
      })
      .filter(({ names, whole, loads: all }) => whole.length + all.length + Object.keys(names).length > 0);
  }
}

const isType = (around: Definition | undefined): boolean =>
  around !== undefined && (around.kind === 'class' || (around.kind === 'group' && around.of !== undefined));

function add<Value>(lists: Map<number, Value[]>, key: number, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
