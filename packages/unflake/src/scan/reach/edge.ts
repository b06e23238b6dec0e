/** One step of the call graph. */
export interface Edge {
  readonly from: number;
  /** In `from`'s file. */
  readonly line: number;
  readonly sure: boolean;
}

export type AddEdge = (from: number, to: number, line: number, sure: boolean) => void;
