/** Drives the plan of what the store holds open: a case, a hunt or a certification. That stays resumable whatever happens. */
import { isFault } from '../../../contract/faults.ts';
import { type CaseDrive, driveCase } from '../../../engine/drive/drive-case.ts';
import type { Launch } from '../../../engine/launchers/choose-launcher.ts';
import type { TrialWorkspace } from '../../../engine/trial-workspace.ts';
import type { Plan } from '../../../experiment/plan.ts';
import type { Store } from '../../../store/port.ts';
import type { ToolContext } from '../tool.ts';
import type { LaunchAhead } from './launch-ahead.ts';
import type { CasePrinting } from './write-diagnosis.ts';

export interface StoredRun extends CasePrinting {
  readonly workspace: TrialWorkspace;
  readonly store: Store;
  readonly context: ToolContext;
  /** When work on it started, by `monotonicMs`. */
  readonly beganAt: number;
  readonly ahead: LaunchAhead;
}

/** `end` writes the result and closes what is open. */
export async function driveStored<Finding, Result>(
  plan: Plan<Finding>,
  { workspace, store, context, beganAt, ahead, machine }: StoredRun,
  own: Pick<CaseDrive, 'caseId' | 'jobs' | 'budget' | 'budgetChanged' | 'elsewhere'>,
  end: (finding: Finding, launch: Launch) => Promise<Result>,
): Promise<Result> {
  const { emit, signal, clock } = context;
  try {
    const launch = await ahead.launch;
    const finding = await driveCase(plan, {
      ...own,
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
