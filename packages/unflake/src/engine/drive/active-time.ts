/** The active time of a case over all its runs. Replay advances it to the recorded moments, so that budgets continue from there. */
export interface ActiveTime {
  readonly now: () => number;
  /** The moment of the last recorded trial: equal on replay. */
  readonly recorded: () => number;
  readonly record: (atMs: number) => void;
}

export const monotonicMs = (clock: { nanoTime(): bigint }): number => Number(clock.nanoTime()) / 1e6;

/** Moments are recorded in whole milliseconds. */
const ROUNDING_MS = 1;

/** `clock`: monotonic milliseconds. `beganAt`: when this run began to work, by that clock: opening the project counts, in a resumed run too. */
export function activeTime(clock: () => number, beganAt: number = clock()): ActiveTime {
  let base = 0;
  let recorded = 0;
  const now = () => base + (clock() - beganAt);
  return {
    now,
    recorded: () => recorded,
    record(atMs) {
      if (atMs <= recorded) return;
      recorded = atMs;
      // A replayed moment is ahead of our clock; a measured one is so only by rounding.
      if (atMs > now() + ROUNDING_MS) base = atMs;
    },
  };
}
