/** Counts, intervals and claims. A claim always points at the trials that carry it. */
import type { TrialId } from './trial.ts';

export interface Count {
  readonly failures: number;
  readonly runs: number;
}

/** A rate with its interval; `level` is the coverage, for example 0.95. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  readonly level: number;
}

export interface Evidence {
  readonly claim: string;
  readonly with: Count;
  readonly without: Count;
  readonly trials: readonly TrialId[];
}
