/** One way of running the whole suite, and what it needs to choose its rounds. */
import type { TestId } from '../../contract/test-id.ts';
import type { TrialChoice } from '../findings.ts';
import type { ResolvedHuntOptions } from './hunt-options.ts';
import type { PairCoverage } from './pair-coverage.ts';

export const SUITE_ARM = 'suite order';
export const SETTINGS_ARM = 'other settings';
export const PAIRS_ARM = 'pairs in one process';

export interface RoundTrial {
  readonly tests: readonly TestId[];
  readonly how: TrialChoice;
}

export interface HuntArm {
  readonly name: string;
  /** For people: what this arm shows. */
  readonly why: string;
  /** Rounds that it gets before any arm is preferred. */
  readonly floor: number;
  /** Its rounds come before those of all others, and suspects are settled only after them. */
  readonly isFirst?: boolean;
  /** The longest that its first round may take, in runs of the suite; 1 by default. */
  readonly suiteRuns?: () => number;
  /** A round takes at most this part of the budget; by default all of it. */
  readonly share?: number;
  /** The trials of its next round over these tests; null when it has no more. */
  readonly next: (tests: readonly TestId[]) => readonly RoundTrial[] | null;
}

export interface ArmsContext {
  readonly options: ResolvedHuntOptions;
  readonly covered: PairCoverage;
  /** Ms of one execution, as measured. */
  readonly duration: (test: TestId) => number;
  /** Ms that a trial takes besides its tests, as measured. */
  readonly startupMs: () => number;
  /** Ms of a round of this arm, as measured; null before its first one. */
  readonly roundMs: (arm: string) => number | null;
  /** One run of the suite in a process that was not started ahead, as far as known; 0 while nothing is. */
  readonly suiteMs: () => number;
  /** What further rounds may take together. */
  readonly leftMs: () => number;
  /** What one circuit over all pairs may take. */
  readonly circuitMs: () => number;
}
