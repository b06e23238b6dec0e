/** A node as rules see it: a place in a tree that has been read whole, so that every question is answered from memory. */
import type { Columns } from './columns.ts';
import { type Matcher, type NodeQuery, type Search, searchOf } from './matcher.ts';
import type { NodeNames } from './names.ts';

export interface Position {
  readonly line: number;
  readonly column: number;
  readonly index: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** Searches made ready, by grammar and by what they ask for; some name a variable, so that there is no end to them. */
const searches = new WeakMap<NodeNames, Map<string, Search>>();
const MAX_SEARCHES = 2_000;

function searchFor(matcher: Matcher, names: NodeNames): Search {
  const known = searches.get(names) ?? new Map<string, Search>();
  searches.set(names, known);
  const key = JSON.stringify(matcher);
  let search = known.get(key);
  if (search === undefined) {
    search = searchOf(matcher, names);
    if (known.size >= MAX_SEARCHES) known.clear();
    known.set(key, search);
  }
  return search;
}

const matcherOf = (asked: Matcher | string, regex: string | undefined): Matcher =>
  typeof asked === 'string' ? { rule: regex === undefined ? { kind: asked } : { kind: asked, regex } } : asked;

/** What all nodes of a file share. */
class Tree implements NodeQuery {
  readonly text: string;
  readonly columns: Columns;
  readonly #nodes: (Node | undefined)[];
  #lines: readonly number[] | undefined;

  constructor(text: string, columns: Columns) {
    this.text = text;
    this.columns = columns;
    // Of its full length at once: an array that is filled here and there from nothing becomes a table.
    this.#nodes = new Array<Node | undefined>(columns.size);
  }

  /** One object a place, so that what is kept by node is found again. */
  node(at: number): Node {
    this.#nodes[at] ??= new Node(this, at);
    return this.#nodes[at];
  }

  position(index: number): Position {
    this.#lines ??= lineStarts(this.text);
    let [low, high] = [0, this.#lines.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#lines[middle]! <= index) low = middle;
      else high = middle - 1;
    }
    return { line: low, column: index - this.#lines[low]!, index };
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

export class Node {
  readonly #tree: Tree;
  readonly #at: number;
  #text: string | undefined;
  #named: readonly Node[] | undefined;
  #children: readonly Node[] | undefined;

  /** For the tree alone; a root comes from `Node.root`. */
  constructor(tree: Tree, at: number) {
    this.#tree = tree;
    this.#at = at;
  }

  static root(text: string, columns: Columns): Node {
    return new Tree(text, columns).node(0);
  }

  /** Equal for equal places of one tree, and growing with the text. */
  id(): number {
    return this.#at;
  }

  kind(): string {
    const { names, kinds } = this.#tree.columns;
    return names.kinds[kinds[this.#at]!]!;
  }

  is(kind: string): boolean {
    return this.kind() === kind;
  }

  isNamed(): boolean {
    const { names, kinds } = this.#tree.columns;
    return names.isNamed[kinds[this.#at]!] === 1;
  }

  text(): string {
    const { text, columns } = this.#tree;
    this.#text ??= text.slice(columns.starts[this.#at], columns.ends[this.#at]);
    return this.#text;
  }

  /** Where its text begins and ends in that of the file; lines and columns cost a search more. */
  start(): number {
    return this.#tree.columns.starts[this.#at]!;
  }

  end(): number {
    return this.#tree.columns.ends[this.#at]!;
  }

  range(): Range {
    return { start: this.#tree.position(this.start()), end: this.#tree.position(this.end()) };
  }

  parent(): Node | null {
    const parent = this.#tree.columns.parents[this.#at]!;
    return parent < 0 ? null : this.#tree.node(parent);
  }

  namedChildren(): readonly Node[] {
    this.#named ??= this.children().filter((child) => child.isNamed());
    return this.#named;
  }

  children(): readonly Node[] {
    this.#children ??= this.#below();
    return this.#children;
  }

  #below(): readonly Node[] {
    const { afters } = this.#tree.columns;
    const found: Node[] = [];
    for (let at = this.#at + 1; at < afters[this.#at]!; at = afters[at]!) found.push(this.#tree.node(at));
    return found;
  }

  child(index: number): Node | null {
    return this.children()[index] ?? null;
  }

  /** The first child that the grammar calls so. */
  field(name: string): Node | null {
    const { names, fields, afters } = this.#tree.columns;
    const wanted = names.fieldNumber(name);
    for (let at = this.#at + 1; at < afters[this.#at]!; at = afters[at]!)
      if (fields[at] === wanted) return this.#tree.node(at);
    return null;
  }

  /** The text of that child; empty where there is none. */
  fieldText(name: string): string {
    return this.field(name)?.text() ?? '';
  }

  next(): Node | null {
    const { parents, afters } = this.#tree.columns;
    const parent = parents[this.#at]!;
    const next = afters[this.#at]!;
    return parent >= 0 && next < afters[parent]! ? this.#tree.node(next) : null;
  }

  prev(): Node | null {
    const { parents, afters } = this.#tree.columns;
    const parent = parents[this.#at]!;
    let before = -1;
    if (parent < 0) return null;
    for (let at = parent + 1; at < this.#at; at = afters[at]!) before = at;
    return before < 0 ? null : this.#tree.node(before);
  }

  /** The first in the order of the text, this node itself included. */
  find(asked: Matcher | string, regex?: string): Node | null {
    const at = this.#look(this.#at, searchFor(matcherOf(asked, regex), this.#tree.columns.names));
    return at < 0 ? null : this.#tree.node(at);
  }

  /** All in the order of the text, this node itself included; by their kinds, and by what their text must match. */
  findAll(asked: Matcher | string, regex?: string): readonly Node[] {
    const search = searchFor(matcherOf(asked, regex), this.#tree.columns.names);
    const found: Node[] = [];
    for (let at = this.#look(this.#at, search); at >= 0; at = this.#look(at + 1, search))
      found.push(this.#tree.node(at));
    return found;
  }

  /** Whether there is one below this node. */
  has(matcher: Matcher): boolean {
    return this.#look(this.#at + 1, searchFor(matcher, this.#tree.columns.names)) >= 0;
  }

  /** Nodes that the parser put in where the text has nothing; in the whole file. */
  missing(): readonly Node[] {
    return this.#tree.columns.missing.map((at) => this.#tree.node(at));
  }

  /** The next place from here on, below this node or itself; −1 for none. */
  #look(from: number, { kinds, holds }: Search): number {
    const { columns } = this.#tree;
    const end = columns.afters[this.#at]!;
    for (let at = from; at < end; at += 1) {
      if (kinds !== null && kinds[columns.kinds[at]!] === 0) continue;
      if (holds === null || holds(this.#tree, at)) return at;
    }
    return -1;
  }
}
