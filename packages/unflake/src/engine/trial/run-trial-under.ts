/** Runs a trial with the effects of its own conditions. */
import type { Trial } from '../../contract/trial.ts';
import { effectOf } from '../../knobs/index.ts';
import type { Laboratory } from '../laboratory.ts';
import type { Subject } from '../subject/subject.ts';
import { runTrial, type TrialRun } from './run-trial.ts';

export function runTrialUnder(
  trial: Trial,
  subject: Subject,
  laboratory: Laboratory,
  signal: AbortSignal,
): Promise<TrialRun> {
  return runTrial(trial, subject, laboratory, { effect: effectOf(trial.conditions), signal });
}
