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
}

export interface StoreCopyResult {
  readonly from: string;
  readonly to: string;
  /** Ids of cases, hunts and certifications. */
  readonly copied: readonly string[];
  /** There already, with everything. */
  readonly unchanged: readonly string[];
  readonly trials: number;
}
