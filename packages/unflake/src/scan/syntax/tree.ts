/**
 * A node as rules see it. Every question to the parser's own nodes crosses into native code, which costs as much as reading twenty bytes of
 * source does, so an answer is kept: kinds, texts, children, and above all parents, which nodes of one file share.
 */
import type { NapiConfig, Range, SgNode } from '@ast-grep/napi';
import { nativeMatcher } from './native-regex.ts';
import { textNeeded } from './text-needed.ts';

/** What a search for nodes asks for: a rule of ast-grep, as data. */
export type Matcher = NapiConfig;

/** The number by which the library knows a kind; 0 for a kind that the grammar does not have. */
export type KindNumber = (kind: string) => number;

/** What all nodes of a file share. */
class Tree {
  readonly text: string;
  readonly kindNumber: KindNumber;
  readonly byId = new Map<number, Node>();

  constructor(text: string, kindNumber: KindNumber) {
    this.text = text;
    this.kindNumber = kindNumber;
  }

  /** Asking by number spares the library reading a rule. */
  asked({ kind, native }: Search): Matcher | number {
    return (kind !== null && this.kindNumber(kind)) || native;
  }
}

/** A search as the library takes it. */
interface Search {
  readonly native: Matcher;
  /** Where it is for a kind and nothing else. */
  readonly kind: string | null;
  /** What the text must hold for anything to be found; null for nothing in particular. */
  readonly isIn: ((text: string) => boolean) | null;
}

/** By what rules ask for; some name a variable, so that there is no end to them. */
const searches = new Map<string, Search>();
const MOST_SEARCHES = 2_000;

function searchFor(matcher: Matcher, key: string): Search {
  let search = searches.get(key);
  if (search === undefined) {
    const { rule } = matcher as { rule: Readonly<Record<string, unknown>> };
    const { kind } = rule;
    const isPlain = typeof kind === 'string' && Object.keys(rule).length === 1 && Object.keys(matcher).length === 1;
    search = { native: nativeMatcher(matcher), kind: isPlain ? kind : null, isIn: textNeeded(rule) };
    if (searches.size >= MOST_SEARCHES) searches.clear();
    searches.set(key, search);
  }
  return search;
}

export class Node {
  readonly #native: SgNode;
  readonly #tree: Tree;
  #parent: Node | null | undefined;
  #kind: string | undefined;
  #text: string | undefined;
  #range: Range | undefined;
  #id: number | undefined;
  #named: readonly Node[] | undefined;
  #children: readonly Node[] | undefined;
  #fields: Map<string, Node | null> | undefined;
  #first: Map<string, Node | null> | undefined;
  #found: Map<string, readonly Node[]> | undefined;

  private constructor(native: SgNode, tree: Tree, parent?: Node | null) {
    this.#native = native;
    this.#tree = tree;
    this.#parent = parent;
  }

  static root(native: SgNode, text: string, kindNumber: KindNumber): Node {
    const root = new Node(native, new Tree(text, kindNumber), null);
    root.#text = text;
    root.#tree.byId.set(root.id(), root);
    return root;
  }

  /** Equal for equal places of one tree. */
  id(): number {
    this.#id ??= this.#native.id();
    return this.#id;
  }

  kind(): string {
    this.#kind ??= this.#native.kind() as string;
    return this.#kind;
  }

  is(kind: string): boolean {
    return this.kind() === kind;
  }

  isNamed(): boolean {
    return this.#native.isNamed();
  }

  text(): string {
    if (this.#text === undefined) {
      const range = this.#range;
      this.#text =
        range === undefined ? this.#native.text() : this.#tree.text.slice(range.start.index, range.end.index);
    }
    return this.#text;
  }

  range(): Range {
    this.#range ??= this.#native.range();
    return this.#range;
  }

  parent(): Node | null {
    if (this.#parent === undefined) this.#parent = this.#known(this.#native.parent());
    return this.#parent;
  }

  namedChildren(): readonly Node[] {
    this.#named ??= this.#native.namedChildren().map((child) => new Node(child, this.#tree, this));
    return this.#named;
  }

  children(): readonly Node[] {
    this.#children ??= this.#native.children().map((child) => new Node(child, this.#tree, this));
    return this.#children;
  }

  child(index: number): Node | null {
    return this.children()[index] ?? null;
  }

  field(name: string): Node | null {
    this.#fields ??= new Map();
    let found = this.#fields.get(name);
    if (found === undefined) {
      const native = this.#native.field(name);
      found = native === null ? null : new Node(native, this.#tree, this);
      this.#fields.set(name, found);
    }
    return found;
  }

  next(): Node | null {
    const native = this.#native.next();
    return native === null ? null : new Node(native, this.#tree, this.#parent);
  }

  prev(): Node | null {
    const native = this.#native.prev();
    return native === null ? null : new Node(native, this.#tree, this.#parent);
  }

  /** The first in the order of the text, this node itself included. */
  find(matcher: Matcher): Node | null {
    const key = JSON.stringify(matcher);
    this.#first ??= new Map();
    let found = this.#first.get(key);
    if (found === undefined) {
      const search = searchFor(matcher, key);
      const native = this.#mayHold(search) ? this.#native.find(this.#tree.asked(search)) : null;
      found = native === null ? null : new Node(native, this.#tree);
      this.#first.set(key, found);
    }
    return found;
  }

  /** All in the order of the text, this node itself included. */
  findAll(matcher: Matcher): readonly Node[] {
    const key = JSON.stringify(matcher);
    this.#found ??= new Map();
    let found = this.#found.get(key);
    if (found === undefined) {
      const search = searchFor(matcher, key);
      found = this.#mayHold(search)
        ? this.#native.findAll(this.#tree.asked(search)).map((native) => new Node(native, this.#tree))
        : [];
      this.#found.set(key, found);
    }
    return found;
  }

  has(matcher: Matcher): boolean {
    const search = searchFor(matcher, JSON.stringify(matcher));
    return this.#mayHold(search) && this.#native.has(this.#tree.asked(search));
  }

  #mayHold({ isIn }: Search): boolean {
    return isIn?.(this.text()) ?? true;
  }

  #known(native: SgNode | null): Node | null {
    if (native === null) return null;
    const id = native.id();
    let node = this.#tree.byId.get(id);
    if (node === undefined) {
      node = new Node(native, this.#tree);
      node.#id = id;
      this.#tree.byId.set(id, node);
    }
    return node;
  }
}
