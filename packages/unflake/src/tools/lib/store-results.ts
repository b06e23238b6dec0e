/** Results of the tools about the store itself. */

export interface StoreStatusResult {
  /** The file or address, without a password. */
  readonly store: string;
  readonly exists: boolean;
  readonly kind: 'SQLite' | 'PostgreSQL';
  /** Of the program behind it; null where there is no store yet. */
  readonly version: string | null;
  readonly bytes: number;
  readonly cases: number;
  readonly hunts: number;
  readonly certifications: number;
  readonly trials: number;
  /** What CI said. */
  readonly history: { readonly tests: number; readonly runs: number; readonly results: number };
}

export interface StoreCopyResult {
  readonly from: string;
  readonly to: string;
  /** Ids of cases, hunts and certifications. */
  readonly copied: readonly string[];
  /** There already, with everything. */
  readonly unchanged: readonly string[];
  readonly trials: number;
  /** What CI said; null when only the named cases were asked for. */
  readonly history: {
    /** To which something was added. */
    readonly runs: number;
    readonly unchangedRuns: number;
    readonly results: number;
    /** Days whose results were pruned in the first store, and of which the other has a part. */
    readonly skippedDays: number;
  } | null;
}
