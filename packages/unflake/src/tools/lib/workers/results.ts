/** Results of the tools about workers. */

export interface WorkerResult {
  readonly worker: string;
  readonly machine: string;
  /** Without a password. */
  readonly store: string;
  readonly units: number;
  readonly trials: number;
  /** Cases that it did not take, as long as they were offered when it ended. */
  readonly refused: readonly { readonly caseId: string; readonly why: string }[];
}

export interface WorkersResult {
  /** Only a database has workers. */
  readonly kind: 'PostgreSQL' | 'SQLite';
  /** Without a password. */
  readonly store: string;
  /** When it was so, by the clock of the database, as all times here. */
  readonly at: string;
  readonly workers: readonly {
    readonly worker: string;
    readonly machine: string;
    readonly pid: number;
    readonly platform: string;
    readonly root: string;
    /** `lost`: it gives no sign of life any more. Its unit is run by another. */
    readonly state: 'waits' | 'runs' | 'lost';
    readonly startedAt: string;
    /** Last sign of life. */
    readonly seenAt: string;
    /** null while it waits; of a lost one, what it ran. */
    readonly runs: { readonly what: string; readonly since: string } | null;
  }[];
  /** Cases whose trials are offered to workers. */
  readonly work: readonly {
    readonly caseId: string;
    readonly commit: string | null;
    readonly serves: readonly string[];
    readonly refusals: readonly { readonly worker: string; readonly why: string }[];
  }[];
}
