/** What `verify` found about a case: whether the failure is gone, on which runs that rests, and what the change only hides. */
import type { Count, Interval } from './evidence.ts';
import type { Outcome } from './outcome.ts';
import type { TestId } from './test-id.ts';
import type { TrialId } from './trial.ts';

/**
 * `fixed`: the failing condition passes so often that neither the old failure rate nor a tenth of it can be the rate now.
 * `still-flaky`: the failure came back. `different-failure`: another failure came in its place.
 * `not-comparable`: the runs say nothing about the fix. `undecided`: the budget was spent, or the run was interrupted.
 */
export const VERIFY_VERDICTS = ['fixed', 'still-flaky', 'different-failure', 'not-comparable', 'undecided'] as const;
export type VerifyVerdict = (typeof VERIFY_VERDICTS)[number];

export const VERIFY_REASONS = [
  /** The case has recorded no condition under which the test fails. */
  'no-failing-condition',
  /** The old code no longer fails either. */
  'old-code-passes',
  /** The old code fails, but not as it did in the case. */
  'old-code-fails-otherwise',
  /** The code is the one that the case was opened on. */
  'same-code',
  'test-gone',
  'other-tests-gone',
  'skipped',
  'no-outcome',
  /** The new code passes, but the test has lost an assertion. */
  'assertion-removed',
  'budget',
  'interrupted',
] as const;
export type VerifyReason = (typeof VERIFY_REASONS)[number];

/** Failures and runs, with an interval that stays valid however often it was looked at; `trials` carry it. */
export interface MeasuredRate extends Count, Interval {
  readonly trials: readonly TrialId[];
}

/** The failing condition on the old code. */
export interface BeforeRate extends MeasuredRate {
  /** `case`: as recorded by the diagnosis; `now`: run again on the old code, in turns with the new. */
  readonly from: 'case' | 'now';
}

/** What a change does so that a failure is no longer seen, while its cause may stay. */
export const HIDES = [
  'retry-added',
  'assertion-removed',
  'test-skipped',
  'timeout-raised',
  'sleep-added',
  'quarantined',
] as const;
export type Hiding = (typeof HIDES)[number];

export interface HidingChange {
  readonly kind: Hiding;
  readonly file: string;
  /** In the new text; in the old one for what was removed. */
  readonly line: number;
  /** The code, on one line. */
  readonly code: string;
}

/** Failures that the case never saw, by fingerprint. */
export interface OtherFailure {
  readonly fingerprint: string;
  readonly outcome: Outcome;
  readonly message: string;
  readonly count: number;
  readonly trials: readonly TrialId[];
}

export interface VerifiedCode {
  /** Full hash; null for a working tree that git does not know or that has changes. */
  readonly commit: string | null;
  /** As it was asked for: a ref, or `working tree`. */
  readonly name: string;
}

export interface Verification {
  readonly verificationId: string;
  readonly caseId: string;
  readonly test: TestId;
  readonly runner: string;
  readonly seed: number;
  readonly verdict: VerifyVerdict;
  /** Why there is no answer; null where there is one. */
  readonly reason: VerifyReason | null;
  /** Upper bound on the failure rate that remains under the failing condition; null unless nothing failed. */
  readonly bound: { readonly rate: number; readonly confidence: number } | null;
  readonly before: BeforeRate;
  /** The failing condition on the new code: the failure of the case alone. */
  readonly after: MeasuredRate;
  /** The passing condition on the new code; null where the case has none. */
  readonly control: MeasuredRate | null;
  /** Passes of the new code that `fixed` needs, by the old rate as it is known now; null where no rate is known. */
  readonly passesNeeded: number | null;
  /** The old code failed again after the last run of the new code. Absent where only the new code ran. */
  readonly failedAgain?: boolean;
  /** Which code was run; `before` is null where the old code was not. */
  readonly code: { readonly before: VerifiedCode | null; readonly after: VerifiedCode };
  readonly otherFailures: readonly OtherFailure[];
  readonly hides: readonly HidingChange[];
  /** For a test that is gone: the test of the suite whose id is nearest; null where none is near. */
  readonly nearest: TestId | null;
  /** The condition that failed, as a command for the case. */
  readonly reproduce: { readonly fails: string; readonly passes: string } | null;
  /** The answer in one or two sentences for people. */
  readonly summary: string;
  readonly cost: { readonly trials: number; readonly testExecutions: number; readonly wallMs: number };
  readonly notTried: readonly { readonly what: string; readonly why: string }[];
  /** ISO 8601, UTC. */
  readonly closedAt: string;
}
