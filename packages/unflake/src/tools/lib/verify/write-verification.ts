/** Joins what the plan found with ids, costs and the code that was run, in the shape that `--json` prints. */
import type { Diagnosis } from '../../../contract/diagnosis.ts';
import type { Tally } from '../../../contract/findings.ts';
import type { TestId } from '../../../contract/test-id.ts';
import type { HidingChange, MeasuredRate, Verification } from '../../../contract/verification.ts';
import { confidenceSequence } from '../../../experiment/statistics/confidence-sequence.ts';
import { zeroFailureBound } from '../../../experiment/statistics/zero-failure-bound.ts';
import { NO_TALLY } from '../../../experiment/tally.ts';
import { FIX } from '../../../experiment/verify/fix-limits.ts';
import type { VerifyFinding } from '../../../experiment/verify/verify-plan.ts';
import { verifySentence } from '../../../experiment/verify/verify-sentence.ts';
import type { StoredCase, StoredVerification, TrialSummary } from '../../../store/port.ts';
import type { VerifyRequest } from './verify-request.ts';

/** For a verification that ends before any trial. */
export const NOTHING_RUN = {
  before: { ...NO_TALLY, from: 'case' },
  after: NO_TALLY,
  control: null,
  passesNeeded: null,
  failedAgain: undefined,
  otherFailures: [],
} as const satisfies Omit<VerifyFinding, 'verdict' | 'reason'>;

export interface VerificationParts {
  readonly found: StoredCase & { readonly closing: { readonly diagnosis: Diagnosis } };
  readonly opened: StoredVerification;
  readonly request: VerifyRequest;
  readonly finding: VerifyFinding;
  readonly seen: readonly TrialSummary[];
  readonly nearest: TestId | null;
  readonly hides: readonly HidingChange[];
  readonly notTried: Verification['notTried'];
  readonly closedAtMs: number;
}

export function writeVerification(parts: VerificationParts): Verification {
  const { found, opened, request, finding, seen, nearest, hides, closedAtMs } = parts;
  const { before, after, control, passesNeeded, failedAgain, otherFailures } = finding;
  const { verdict, reason } = judged(finding, hides);
  const { reproduce } = found.closing.diagnosis;
  const passed = after.runs > 0 && after.failures === 0;
  const bound = passed ? { rate: zeroFailureBound(after.runs, FIX.confidence), confidence: FIX.confidence } : null;
  const written: Omit<Verification, 'summary'> = {
    verificationId: opened.id,
    caseId: found.id,
    test: request.test,
    runner: found.runner,
    seed: opened.seed,
    verdict,
    reason,
    bound,
    before: { ...measured(before), from: before.from },
    after: measured(after),
    control: control === null ? null : measured(control),
    passesNeeded,
    ...(failedAgain === undefined ? {} : { failedAgain }),
    code: { before: request.before, after: request.after },
    otherFailures,
    hides,
    nearest,
    reproduce: reproduce === null ? null : { fails: reproduce.fails, passes: reproduce.passes },
    cost: {
      trials: seen.length,
      testExecutions: seen.reduce((sum, { tests, repeat }) => sum + tests * repeat, 0),
      wallMs: Math.max(0, ...seen.map(({ result }) => result.atMs)),
    },
    notTried: parts.notTried,
    closedAt: new Date(closedAtMs).toISOString(),
  };
  return { ...written, summary: verifySentence(written) };
}

/** A test without its assertion passes whatever the code does. */
function judged(
  { verdict, reason }: VerifyFinding,
  hides: readonly HidingChange[],
): Pick<Verification, 'verdict' | 'reason'> {
  const lostAssertion = hides.some(({ kind }) => kind === 'assertion-removed');
  return verdict === 'fixed' && lostAssertion
    ? { verdict: 'not-comparable', reason: 'assertion-removed' }
    : { verdict, reason };
}

function measured({ failures, runs, trials }: Tally): MeasuredRate {
  const { low, high, level } = confidenceSequence({ failures, runs });
  return { failures, runs, low, high, level, trials };
}
