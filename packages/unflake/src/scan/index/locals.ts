/** Whether a name is a variable or a parameter where it is used. A look at the text answers most questions without asking the parser. */

import type { DefinedName } from '../facts/defines.ts';
import type { Dialect } from '../facts/dialect.ts';
import { outwards } from '../syntax/node.ts';
import type { Node } from '../syntax/parser.ts';
import { THE_FILE } from './file-facts.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

export class Locals {
  readonly #text: string;
  readonly #dialect: Dialect;
  /** By definition: the outermost function around it, whose names it may see. */
  readonly #spans: (Span | null)[] = [];
  readonly #answers = new Map<Span, Map<string, boolean>>();
  readonly #bound = new Map<number, ReadonlySet<string>>();
  readonly #byFunction = new Map<string, boolean>();

  constructor(text: string, dialect: Dialect) {
    this.#text = text;
    this.#dialect = dialect;
  }

  /** Definitions are opened in the order of their numbers. */
  opened(number: number, { kind, runsOnLoad }: DefinedName, within: number, from: number, to: number): void {
    const around = within === THE_FILE ? null : this.#spans[within]!;
    this.#spans[number] = around ?? (kind === 'class' || (kind === 'group' && !runsOnLoad) ? null : { from, to });
  }

  has(name: string, at: Node, within: number): boolean {
    const span = within === THE_FILE ? null : this.#spans[within]!;
    // Names of types are hardly ever given to variables, and they are much of what is called.
    if (span === null || /^\p{Lu}/u.test(name) || !this.#mayBeBound(name, span)) return false;
    // Short functions without names of their own are what JavaScript is full of; elsewhere a name means the same in all of a function.
    if (this.#dialect.language === 'javascript') return this.#isBound(name, at);
    const key = `${within} ${name}`;
    let answer = this.#byFunction.get(key);
    if (answer === undefined) {
      answer = this.#isBound(name, at);
      this.#byFunction.set(key, answer);
    }
    return answer;
  }

  /** A name that is only ever called, or followed by what is taken from it, is bound by nothing. */
  #mayBeBound(name: string, span: Span): boolean {
    let answers = this.#answers.get(span);
    if (answers === undefined) {
      answers = new Map();
      this.#answers.set(span, answers);
    }
    let answer = answers.get(name);
    if (answer === undefined) {
      answer = standsAlone(name, this.#text, span);
      answers.set(name, answer);
    }
    return answer;
  }

  #isBound(name: string, at: Node): boolean {
    const { scopes, binds } = this.#dialect;
    for (const above of outwards(at)) {
      if (!scopes.includes(above.kind())) continue;
      const id = above.id();
      let names = this.#bound.get(id);
      if (names === undefined) {
        names = binds(above);
        this.#bound.set(id, names);
      }
      if (names.has(name)) return true;
    }
    return false;
  }
}

const WORD = /[\p{L}\p{N}_$]/u;
const FOLLOWS_USE = /^\s*(?:[(.]|::|\?\.)/;

function standsAlone(name: string, text: string, { from, to }: Span): boolean {
  for (let at = text.indexOf(name, from); at !== -1 && at < to; at = text.indexOf(name, at + name.length)) {
    const end = at + name.length;
    if (WORD.test(text[at - 1] ?? '') || WORD.test(text[end] ?? '') || text[at - 1] === '.') continue;
    if (!FOLLOWS_USE.test(text.slice(end, end + 12))) return true;
  }
  return false;
}
