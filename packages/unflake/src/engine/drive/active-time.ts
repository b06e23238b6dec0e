/** The time in which a case was worked on, over all its runs. Replay advances it to what was recorded, so budgets count the same. */
export interface ActiveTime {
  /** For the trial that ends now. */
  readonly now: () => number;
  /** The last recorded moment: the only one that decisions may depend on, because it is equal on replay. */
  readonly recorded: () => number;
  readonly record: (atMs: number) => void;
}

/** `clock`: monotonic milliseconds. */
export function activeTime(clock: () => number): ActiveTime {
  let base = 0;
  let since = clock();
  let recorded = 0;
  return {
    now: () => base + (clock() - since),
    recorded: () => recorded,
    record(atMs) {
      if (atMs <= recorded) return;
      recorded = atMs;
      // A replayed moment lies ahead of our clock; one that we measured does not.
      if (atMs > base + (clock() - since)) {
        base = atMs;
        since = clock();
      }
    },
  };
}
