/** A grammar's own words: the numbers by which the parser knows kinds of nodes and fields. */

/** The parser's number for what it did not understand. */
const ERROR_SYMBOL = 0xffff;

/** As the parser library describes a language. */
export interface GrammarTable {
  readonly types: readonly (string | null)[];
  readonly fields: readonly (string | null)[];
  nodeTypeIsNamed(id: number): boolean;
}

export class NodeNames {
  /** By number; the last is `ERROR`. */
  readonly kinds: readonly string[];
  readonly isNamed: Uint8Array;
  readonly #numbers = new Map<string, number[]>();
  readonly #fields = new Map<string, number>();

  constructor({ types, fields, nodeTypeIsNamed }: GrammarTable) {
    this.kinds = [...types.map((kind) => kind ?? ''), 'ERROR'];
    this.isNamed = Uint8Array.from(this.kinds, (kind, id) => (kind === 'ERROR' || nodeTypeIsNamed(id) ? 1 : 0));
    for (const [id, kind] of this.kinds.entries()) this.#numbers.set(kind, [...(this.#numbers.get(kind) ?? []), id]);
    for (const [id, field] of fields.entries()) if (field !== null) this.#fields.set(field, id);
  }

  /** A grammar may have several of one name; a keyword may be called as a node is, and then the node is meant. */
  kindNumbers(kind: string): readonly number[] {
    const all = this.#numbers.get(kind) ?? [];
    const named = all.filter((id) => this.isNamed[id] === 1);
    return named.length > 0 ? named : all;
  }

  /** −1 for a field that the grammar does not have. */
  fieldNumber(field: string): number {
    return this.#fields.get(field) ?? -1;
  }

  /** The number that we keep for the parser's. */
  numberOf(symbol: number): number {
    return symbol === ERROR_SYMBOL ? this.kinds.length - 1 : symbol;
  }
}
