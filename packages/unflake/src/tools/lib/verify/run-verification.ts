/** Runs one verification from its request to its end: drives the plan over the old and the new code, and stores what came out. */

import { random } from '@unflake/testkit/random';
import type { LabEvent } from '../../../contract/events.ts';
import { isFault } from '../../../contract/faults.ts';
import type { Machine } from '../../../contract/knob.ts';
import type { TestId } from '../../../contract/test-id.ts';
import { CODE } from '../../../contract/trial.ts';
import type { HidingChange, Verification } from '../../../contract/verification.ts';
import { monotonicMs } from '../../../engine/drive/active-time.ts';
import { drive } from '../../../engine/drive/drive.ts';
import { local } from '../../../engine/executors/local.ts';
import type { FailingCondition } from '../../../experiment/verify/failing-condition.ts';
import { type VerifyFinding, verifyPlan } from '../../../experiment/verify/verify-plan.ts';
import type { Store, StoredVerification } from '../../../store/port.ts';
import { recordVerification } from '../history/record-provoked.ts';
import type { ToolContext } from '../tool.ts';
import { openSide, type SideSubject } from './side.ts';
import type { VerifyRequest } from './verify-request.ts';
import { type VerificationParts, writeVerification } from './write-verification.ts';

export interface VerificationRun {
  readonly found: VerificationParts['found'];
  readonly store: Store;
  readonly request: VerifyRequest;
  readonly machine: Machine;
  readonly context: ToolContext;
  readonly beganAt: number;
  /** `before` is null where the old code is not run. */
  readonly code: { readonly before: SideSubject | null; readonly after: SideSubject };
  readonly hides: readonly HidingChange[];
  readonly nearest: TestId | null;
  readonly notTried: Verification['notTried'];
}

/** The condition, or what is found without any run. */
export type WhatToRun = { readonly condition: FailingCondition } | { readonly finding: VerifyFinding };

/** The verification stays resumable whatever happens. */
export async function runVerification(
  run: VerificationRun,
  opened: StoredVerification,
  what: WhatToRun,
): Promise<Verification> {
  const { found, store, request, context, code } = run;
  const opening: LabEvent = {
    type: 'case-opened',
    caseId: opened.id,
    test: request.test,
    runner: found.runner,
    seed: opened.seed,
    tests: code.after.subject.suite.length,
    recorded: opened.trials,
  };
  context.emit(opening);
  try {
    const finding = 'finding' in what ? what.finding : await driven(run, opened, what.condition);
    const closedAtMs = context.clock.currentTimeMillis();
    const seen = await (await store.verifications.trialLog(opened.id)).trials();
    const result = writeVerification({ ...run, found, opened, finding, seen, closedAtMs });
    await store.verifications.finish(opened.id, result, closedAtMs);
    await recordVerification(store.history, result, closedAtMs);
    return result;
  } catch (error) {
    // A full disk may refuse this too; the first fault is the one to report.
    try {
      await store.verifications.release(opened.id);
    } catch (second) {
      if (!isFault(second)) throw second;
    }
    throw error;
  }
}

async function driven(
  run: VerificationRun,
  opened: StoredVerification,
  condition: FailingCondition,
): Promise<VerifyFinding> {
  const { found, store, request, machine, context, beganAt, code } = run;
  const launch = {
    target: request.test,
    jobs: request.jobs,
    timeBoxMs: 1000 * request.timeoutSeconds,
    signal: context.signal,
    seed: opened.seed,
  };
  await using after = await openSide(code.after, machine, launch);
  await using before = code.before === null ? null : await openSide(code.before, machine, launch);
  const plan = verifyPlan({
    condition,
    known: found.closing.diagnosis.failures ?? [],
    code: before === null ? 'new' : 'both',
    sameCode: request.sameCode,
    random: random(opened.seed),
    timeBoxMs: 1000 * request.timeoutSeconds,
  });
  const log = await store.verifications.trialLog(opened.id);
  return await drive(plan, {
    run: (trial, ended) => (before !== null && trial.conditions[CODE] === 'before' ? before : after).run(trial, ended),
    executor: local({ jobs: request.jobs }),
    recorded: log.recorded,
    append: ({ run: { command, output }, ...finished }) => log.append({ ...finished, command, output }),
    emit: context.emit,
    budget: { trials: request.trials, minutes: request.minutes },
    signal: context.signal,
    clock: () => monotonicMs(context.clock),
    beganAt,
  });
}
