/** The command that reruns a recorded trial, as a person would type it in any folder. */
import type { TrialId } from '../../../contract/trial.ts';

const REPLAY = 'unflake replay';

export function replayLine(caseId: string, trial: TrialId, flags: string): string {
  return `${REPLAY} ${caseId} --trial ${trial}${flags}`;
}

/** Advice from plans names the command without its case, because plans do not know the store. */
export function withCase(advice: string, caseId: string, flags: string): string {
  return advice.replace(REPLAY, `${REPLAY} ${caseId}${flags}`);
}
