/** What the order search is asked: which of the tests before the target bring about the event, and with what means it may find out. */
import type { Random } from '@unflake/testkit/random';
import type { Count } from '../../contract/evidence.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { MakeTrial } from '../findings.ts';

export interface OrderSearch {
  readonly target: TestId;
  /** In the order of a run that showed the event; all of them ran before the target. */
  readonly candidates: readonly TestId[];
  /** `failure`: which tests make the target fail (victim). `pass`: which make it pass (brittle; cleaners, with `fixed`). */
  readonly event: 'failure' | 'pass';
  /** Run first in every trial (for cleaners: the polluters), then the chosen subset, then the target; usually none. */
  readonly fixed: readonly TestId[];
  /** Only failures with one of these fingerprints are the failure; null: every failure is. */
  readonly fingerprints: readonly string[] | null;
  /** What is known before, as counts of events (in `failures`): with all candidates, and with none. */
  readonly known: { readonly all: Count; readonly none: Count };
  /** Ms of one execution, as measured. */
  readonly duration: (test: TestId) => number;
  readonly startupMs: number;
  readonly make: MakeTrial;
  readonly random: Random;
  /** Trials of a step that may run side by side. */
  readonly jobs: number;
  /** Trials at most for this search. */
  readonly budget: number;
  /** Keep looking for further culprits after the first. */
  readonly findAll: boolean;
  /** Relative weight of a candidate before any trial; only ratios up to 20 are believed. */
  readonly prior?: (test: TestId) => number;
}
