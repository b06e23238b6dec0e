/**
 * At the end of a case: lists what its trials left outside their folders. What is the proved cause is moved away, so that the machine is as
 * before.
 */
import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Verdict } from '../../../contract/cause.ts';
import type { LeftBehind } from '../../../contract/diagnosis.ts';
import type { TrialResult } from '../../../contract/trial.ts';
import { moveAway } from '../../../engine/outside/move-aside.ts';
import { outsidePlaces } from '../../../engine/outside/places.ts';
import type { Subject } from '../../../engine/subject/subject.ts';
import type { TrialWorkspace } from '../../../engine/trial-workspace.ts';
import type { FindingsSoFar } from '../../../experiment/diagnose/findings-so-far.ts';

export function leftBehind(
  seen: readonly TrialResult[],
  { residue }: FindingsSoFar,
  verdict: Verdict,
  subject: Subject,
  workspace: TrialWorkspace,
): readonly LeftBehind[] {
  const places = outsidePlaces(subject, workspace);
  const cause = verdict === 'isolated' ? (residue?.paths ?? []) : [];
  return seen
    .flatMap(({ id, ending }) => (ending.left ?? []).map((path) => ({ path, trial: id })))
    .filter(({ path }) => lstatSync(path, { throwIfNoEntry: false }) !== undefined)
    .map(({ path, trial }) => {
      const movedTo = cause.includes(path) ? moveAway(path, places, dirname(workspace.folders.path)) : null;
      return { path, trial, movedTo };
    });
}
