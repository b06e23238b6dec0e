/** One side of a verification, ready for trials: the old or the new code, with its own launcher. */
import type { Machine } from '../../../contract/knob.ts';
import { CODE, type Trial } from '../../../contract/trial.ts';
import { chooseLauncher, type Launch, type LaunchRequest } from '../../../engine/launchers/choose-launcher.ts';
import type { Subject } from '../../../engine/subject/subject.ts';
import type { TrialRun } from '../../../engine/trial/run-trial.ts';
import { runTrialUnder } from '../../../engine/trial/run-trial-under.ts';
import type { TrialWorkspace } from '../../../engine/trial-workspace.ts';

export interface Side extends AsyncDisposable {
  readonly subject: Subject;
  readonly run: (trial: Trial, signal: AbortSignal) => Promise<TrialRun>;
}

export interface SideSubject {
  readonly subject: Subject;
  readonly workspace: TrialWorkspace;
}

export async function openSide(
  { subject, workspace }: SideSubject,
  machine: Machine,
  request: LaunchRequest,
): Promise<Side> {
  const launch: Launch = await chooseLauncher(subject, workspace, request);
  const ready = { ...workspace, launcher: launch.launcher };
  return {
    subject,
    async run(trial, signal) {
      const { [CODE]: _side, ...conditions } = trial.conditions;
      const run = await runTrialUnder({ ...trial, conditions }, launch.subject, ready, machine, signal);
      return { ...run, trial };
    },
    [Symbol.asyncDispose]: launch.close,
  };
}
