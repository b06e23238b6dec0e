/** How plans ask for trials, and the findings they return (which cross boundaries and live in the contract). */
import type { TestId } from '../contract/test-id.ts';
import type { Conditions, Trial } from '../contract/trial.ts';

export type {
  Band,
  ConfirmFinding,
  DurationFinding,
  IsolateFinding,
  IsolationVerdict,
  OrderFinding,
  OrderStep,
  SuspectedPolluter,
  Tally,
  TimeFinding,
} from '../contract/findings.ts';

/** Makes a trial with the seed stream, time box and watched tests of the case; the same calls in the same order give the same trials. */
export type MakeTrial = (tests: readonly TestId[], how?: TrialChoice) => Trial;

export interface TrialChoice {
  readonly repeat?: number;
  readonly forks?: readonly number[];
  readonly conditions?: Conditions;
  readonly exclusive?: boolean;
  /** Defaults to the target alone. */
  readonly watch?: Trial['watch'];
  readonly mode?: Trial['mode'];
}

/** One way of running the target again and again. */
export interface Arm {
  readonly name: string;
  readonly make: () => Trial;
  /** What one run costs, in ms as measured so far; only ratios matter. */
  readonly cost: number;
}
