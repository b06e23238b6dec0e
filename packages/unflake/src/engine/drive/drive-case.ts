/** Drives a plan over a real subject, with a case of the store as its memory. */
import type { Emit } from '../../contract/events.ts';
import type { Plan } from '../../experiment/plan.ts';

import type { Store } from '../../store/port.ts';
import { local } from '../executors/local.ts';
import type { Laboratory } from '../laboratory.ts';
import type { Subject } from '../subject/subject.ts';
import { runTrialUnder } from '../trial/run-trial-under.ts';
import { drive } from './drive.ts';

export interface CaseDrive {
  readonly subject: Subject;
  readonly laboratory: Laboratory;
  readonly store: Store;
  readonly caseId: string;
  readonly jobs: number;
  readonly budget: { readonly trials: number; readonly minutes: number };
  readonly emit: Emit;
  readonly signal: AbortSignal;
  readonly clock: { nanoTime(): bigint };
}

const NANOS_PER_MS = 1e6;

export function driveCase<Finding>(plan: Plan<Finding>, options: CaseDrive): Promise<Finding> {
  const { subject, laboratory, store, caseId, jobs, budget, emit, signal, clock } = options;
  return drive(plan, {
    run: (trial, ended) => runTrialUnder(trial, subject, laboratory, ended),
    executor: local({ jobs }),
    recorded: (seq) => store.recordedTrial(caseId, seq),
    append: ({ run, ...finished }) =>
      store.appendTrial(caseId, { ...finished, command: run.command, output: run.output }),
    emit,
    budget,
    signal,
    clock: () => Number(clock.nanoTime()) / NANOS_PER_MS,
  });
}
