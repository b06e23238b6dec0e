/**
 * A runner whose process serves several trials. It must first agree with a fresh process, which costs several runs. The comparison runs
 * once enough trials have run that as many again would pay for it, so a short diagnosis never needs it.
 */
import { availableParallelism } from 'node:os';
import type { Effect } from '../../contract/knob.ts';
import type { Trial } from '../../contract/trial.ts';
import type { Subject } from '../subject/subject.ts';
import type { TrialWorkspace } from '../trial-workspace.ts';
import { compare, type LauncherComparison } from './compare.ts';
import type { Launcher } from './launcher.ts';
import { AHEAD, mayServe, openStandby } from './standby.ts';

/** Trials after which a loaded runner has saved as much time as the comparison takes. */
export const PAYS_AFTER = 20;

export interface LoadedRunner {
  readonly subject: Subject;
  readonly launcher: Launcher;
  /** Why it does not stay loaded, when the comparison has found something. */
  readonly distrust: string | null;
  readonly close: () => Promise<void>;
}

export function openLoadedRunner(
  subject: Subject,
  workspace: TrialWorkspace,
  request: LauncherComparison & { readonly jobs: number },
  paysAfter: number = PAYS_AFTER,
): LoadedRunner {
  const standby = openStandby(subject, workspace, request.jobs >= availableParallelism() ? 0 : AHEAD);
  let trials = 0;
  let distrust: string | null = null;
  let decided: Promise<void> | undefined;

  /** `signal`: of the trial that has to wait for it. */
  async function decide(signal: AbortSignal | undefined): Promise<void> {
    standby.setReuse(true);
    const stays = { subject, launcher: standby, by: 'a runner that stays loaded' };
    distrust = await compare(subject, stays, workspace, signal === undefined ? request : { ...request, signal });
    standby.setReuse(distrust === null);
  }

  async function reserve(trial: Trial, effect: Effect, signal?: AbortSignal) {
    if (mayServe(trial, effect)) trials += 1;
    if (trials > paysAfter) {
      decided ??= decide(signal);
      await decided;
    }
    return standby.reserve(trial, effect);
  }

  return {
    subject,
    launcher: { name: standby.name, keeps: 'third-party-code', launch: standby.launch, reserve },
    get distrust() {
      return distrust;
    },
    close: standby.close,
  };
}
