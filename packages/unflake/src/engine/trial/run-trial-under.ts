/** Runs a trial with the effects of its own conditions. */
import type { Trial } from '../../contract/trial.ts';
import { effectOf } from '../../knobs/index.ts';
import type { Laboratory } from '../laboratory.ts';
import { thisMachine } from '../machine.ts';
import type { Subject } from '../subject/subject.ts';
import { runTrial, type TrialRun } from './run-trial.ts';

export function runTrialUnder(
  trial: Trial,
  subject: Subject,
  laboratory: Laboratory,
  signal: AbortSignal,
): Promise<TrialRun> {
  const effect = effectOf(trial.conditions, thisMachine(subject.adapter.name));
  return runTrial(trial, subject, laboratory, { effect, signal });
}
