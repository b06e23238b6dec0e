/** What the plan of a hunt returns; the tool adds ids and commands. */
import type { HuntResult } from '../../contract/hunt.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { TrialResult } from '../../contract/trial.ts';
import type { ConfirmedFlaky } from './confirmed-flaky.ts';
import type { HuntRecord } from './hunt-record.ts';

export interface FlakyFinding extends ConfirmedFlaky {
  /** The trial of the printed command, where it failed as well; null where it did not, or where there is none. */
  readonly plain: TrialResult | null;
}

export interface HuntFinding {
  readonly record: HuntRecord;
  readonly ended: HuntResult['ended'];
  readonly rounds: HuntResult['rounds'];
  readonly coverage: HuntResult['coverage'];
  readonly flaky: readonly FlakyFinding[];
  /** Failed in every run, with those that fail because of them. */
  readonly broken: readonly { readonly test: TestId; readonly takesDown: readonly TestId[] }[];
  /** Failed, and is neither flaky nor broken. */
  readonly unrepeated: readonly TestId[];
  readonly bounds: HuntResult['bounds'];
  readonly notTried: HuntResult['notTried'];
  /** Rounds have taken as long as usual, and nobody asked for more. */
  readonly isEffortSpent: boolean;
  /** Minutes that are enough for every round that did not fit into the budget; null where all fit. */
  readonly minutesLacking: number | null;
  /** The time of one run of the suite; null before one has ended. */
  readonly suiteMs: number | null;
}
