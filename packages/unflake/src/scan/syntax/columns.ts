/** A syntax tree as columns of numbers: nodes in the order of the text, what is below a node right behind it. Questions to it are reads of memory. */
import type { NodeNames } from './names.ts';

export interface Columns {
  readonly names: NodeNames;
  readonly size: number;
  readonly kinds: Uint16Array;
  /** 0 for none. */
  readonly fields: Uint16Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** −1 for the root. */
  readonly parents: Int32Array;
  /** The first node behind all that is below this one. */
  readonly afters: Int32Array;
  /** Nodes that the parser put in where the text has nothing. */
  readonly missing: readonly number[];
}

/** Grows as a tree is read into it; one of these serves all trees, one after the other. */
export class ColumnWriter {
  kinds = new Uint16Array(FIRST_SIZE);
  fields = new Uint16Array(FIRST_SIZE);
  starts = new Int32Array(FIRST_SIZE);
  ends = new Int32Array(FIRST_SIZE);
  parents = new Int32Array(FIRST_SIZE);
  afters = new Int32Array(FIRST_SIZE);

  get room(): number {
    return this.kinds.length;
  }

  grow(): this {
    this.kinds = doubled(this.kinds, Uint16Array);
    this.fields = doubled(this.fields, Uint16Array);
    this.starts = doubled(this.starts, Int32Array);
    this.ends = doubled(this.ends, Int32Array);
    this.parents = doubled(this.parents, Int32Array);
    this.afters = doubled(this.afters, Int32Array);
    return this;
  }

  taken(names: NodeNames, size: number, missing: readonly number[]): Columns {
    return {
      names,
      size,
      kinds: this.kinds.slice(0, size),
      fields: this.fields.slice(0, size),
      starts: this.starts.slice(0, size),
      ends: this.ends.slice(0, size),
      parents: this.parents.slice(0, size),
      afters: this.afters.slice(0, size),
      missing,
    };
  }
}

const FIRST_SIZE = 1 << 14;

function doubled<T extends Uint16Array | Int32Array>(column: T, make: new (size: number) => T): T {
  const wider = new make(column.length * 2);
  wider.set(column);
  return wider;
}
