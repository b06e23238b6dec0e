/** Drives a plan over a real subject, with a case of the store as its memory. */
import type { Emit } from '../../contract/events.ts';
import type { Machine } from '../../contract/knob.ts';
import type { Trial } from '../../contract/trial.ts';
import type { Plan } from '../../experiment/plan.ts';

import type { Store } from '../../store/port.ts';
import { local } from '../executors/local.ts';
import type { OutsideWatch } from '../outside/watch-outside.ts';
import type { Subject } from '../subject/subject.ts';
import type { TrialRun } from '../trial/run-trial.ts';
import { runTrialUnder } from '../trial/run-trial-under.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import { monotonicMs } from './active-time.ts';
import { type DriveOptions, drive } from './drive.ts';

export interface CaseDrive {
  readonly subject: Subject;
  readonly workspace: TrialWorkspace;
  readonly machine: Machine;
  readonly outside: OutsideWatch;
  readonly store: Store;
  readonly caseId: string;
  readonly jobs: number;
  readonly budget: { readonly trials: number; readonly minutes: number };
  /** Whether an earlier run of the case had another budget. */
  readonly budgetChanged: boolean;
  readonly emit: Emit;
  readonly signal: AbortSignal;
  readonly clock: { nanoTime(): bigint };
  /** When the work on it began, by `monotonicMs` of that clock. */
  readonly beganAt: number;
  /** A run of this trial elsewhere, which counts as if it had run here; each once. */
  readonly elsewhere?: (trial: Trial) => TrialRun | undefined;
  /** Gives trials to workers. */
  readonly distribute?: DriveOptions['distribute'];
}

export function driveCase<Finding>(plan: Plan<Finding>, options: CaseDrive): Promise<Finding> {
  const { subject, workspace, machine, store, caseId, jobs, budget, emit, signal, clock, beganAt } = options;
  return drive(plan, {
    run: async (trial, ended) =>
      options.elsewhere?.(trial) ??
      withLeft(await runTrialUnder(trial, subject, workspace, machine, ended), options.outside),
    executor: local({ jobs }),
    recorded: (seq) => store.recordedTrial(caseId, seq),
    ...(options.distribute === undefined ? {} : { distribute: options.distribute }),
    ...(options.budgetChanged ? { drop: (fromSeq: number) => store.dropTrials(caseId, fromSeq) } : {}),
    append: ({ run, ...finished }) =>
      store.appendTrial(caseId, { ...finished, command: run.command, output: run.output }),
    emit,
    budget,
    signal,
    clock: () => monotonicMs(clock),
    beganAt,
  });
}

function withLeft(run: TrialRun, outside: OutsideWatch): TrialRun {
  const left = outside.left();
  return left.length === 0 ? run : { ...run, ending: { ...run.ending, left } };
}
