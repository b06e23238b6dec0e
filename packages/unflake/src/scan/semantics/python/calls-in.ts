/** The calls inside a function, a class or a file, in the order of the text: found once, and read only as far as somebody asks. */
import type { Node } from '../../facts/source-file.ts';
import { named, textAt } from '../../syntax/node.ts';
import { once } from '../once.ts';

export class CallIn {
  readonly node: Node;
  #callee: Node | null | undefined;
  #text: string | undefined;
  #on: string | null | undefined;
  #args: readonly Node[] | undefined;

  constructor(node: Node) {
    this.node = node;
  }

  get start(): number {
    return this.node.start();
  }

  get #function(): Node | null {
    if (this.#callee === undefined) this.#callee = this.node.field('function');
    return this.#callee;
  }

  /** As it is written: `self.log.close`. */
  get callee(): string {
    this.#text ??= textAt(this.#function);
    return this.#text;
  }

  /** What it is called on, as it is written; null for a plain function. */
  get on(): string | null {
    if (this.#on === undefined) {
      const method = this.#function;
      this.#on = method?.is('attribute') ? (method.field('object')?.text() ?? null) : null;
    }
    return this.#on;
  }

  get last(): string {
    return /[^.\s]*$/.exec(this.callee)?.[0] ?? '';
  }

  get args(): readonly Node[] {
    this.#args ??= named(this.node.field('arguments')).filter((arg) => !arg.is('comment'));
    return this.#args;
  }
}

/** Scope by scope: a file has many calls that nobody asks for. */
export const callsIn = once((scope: Node): readonly CallIn[] => scope.findAll('call').map(callOf));

export const callOf = (node: Node): CallIn => new CallIn(node);

export const keyword = (args: readonly Node[], name: string): Node | null =>
  args.find((arg) => arg.is('keyword_argument') && arg.field('name')?.text() === name)?.field('value') ?? null;

export const positional = (args: readonly Node[]): readonly Node[] =>
  args.filter((arg) => !/^(?:keyword_argument|list_splat|dictionary_splat)$/.test(arg.kind()));
