/** Runs a trial with the effects of its own conditions. */
import { dirname } from 'node:path';
import type { Machine } from '../../contract/knob.ts';
import type { Trial } from '../../contract/trial.ts';
import { effectOf } from '../../knobs/index.ts';
import { moveAside } from '../outside/move-aside.ts';
import { outsidePlaces } from '../outside/places.ts';
import type { Subject } from '../subject/subject.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import { runTrial, type TrialRun } from './run-trial.ts';

export async function runTrialUnder(
  trial: Trial,
  subject: Subject,
  workspace: TrialWorkspace,
  machine: Machine,
  signal: AbortSignal,
): Promise<TrialRun> {
  const effect = effectOf(trial.conditions, machine);
  if (effect.aside === undefined) return runTrial(trial, subject, workspace, { effect, signal });
  const aside = moveAside(effect.aside, outsidePlaces(subject, workspace), dirname(workspace.folders.path));
  try {
    return await runTrial(trial, subject, workspace, { effect, signal });
  } finally {
    aside.restore();
  }
}
