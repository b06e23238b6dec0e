/** Drives the plan of what the store holds open: a case, a hunt or a certification. That stays resumable whatever happens. */
import { isFault } from '../../../contract/faults.ts';
import { type CaseDrive, driveCase } from '../../../engine/drive/drive-case.ts';
import type { Launch } from '../../../engine/launchers/choose-launcher.ts';
import type { TrialWorkspace } from '../../../engine/trial-workspace.ts';
import type { Plan } from '../../../experiment/plan.ts';
import type { Distribution } from '../../../queue/distribute.ts';
import type { Store } from '../../../store/port.ts';
import type { ToolContext } from '../tool.ts';
import type { OfferedCase } from '../workers/offer-case.ts';
import type { LaunchAhead } from './launch-ahead.ts';
import type { CasePrinting } from './write-diagnosis.ts';

export interface StoredRun extends CasePrinting {
  readonly workspace: TrialWorkspace;
  readonly store: Store;
  readonly context: ToolContext;
  /** When work on it started, by `monotonicMs`. */
  readonly beganAt: number;
  readonly ahead: LaunchAhead;
  /** Workers run its trials. */
  readonly workers?: boolean | undefined;
}

/** `end` writes the result and closes what is open. */
export async function driveStored<Finding, Result>(
  plan: Plan<Finding>,
  { workspace, store, context, beganAt, ahead, machine, subject, workers }: StoredRun,
  own: Pick<CaseDrive, 'caseId' | 'jobs' | 'budget' | 'budgetChanged' | 'elsewhere'> & Pick<OfferedCase, 'suite'>,
  end: (finding: Finding, launch: Launch) => Promise<Result>,
): Promise<Result> {
  const { emit, signal, clock } = context;
  try {
    const launch = await ahead.launch;
    const { caseId, suite } = own;
    await using offer = workers ? await offered({ caseId, suite, subject, workspace, store }, context) : null;
    const finding = await driveCase(plan, {
      ...own,
      ...(offer === null ? {} : { distribute: offer.distribute, jobs: 1 }),
      subject: launch.subject,
      workspace: { ...workspace, launcher: launch.launcher },
      machine,
      outside: ahead.outside,
      store,
      emit,
      signal,
      clock,
      beganAt,
    });
    return await end(finding, launch);
  } catch (error) {
    // A full disk may refuse this too; the first fault is the one to report.
    try {
      await store.releaseCase(own.caseId);
    } catch (second) {
      if (!isFault(second)) throw second;
    }
    throw error;
  }
}

/** Only those who have workers load the queue. */
async function offered(one: OfferedCase, context: ToolContext): Promise<Distribution> {
  const { offerCase } = await import('../workers/offer-case.ts');
  return offerCase(one, context);
}
