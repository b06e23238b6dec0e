/** The command that runs a recorded trial again, as a person would type it from any folder. */
import type { TrialId } from '../../../contract/trial.ts';

const REPLAY = 'unflake replay';

export function replayLine(caseId: string, trial: TrialId, flags: string): string {
  return `${REPLAY} ${caseId} --trial ${trial}${flags}`;
}

/** Advice names the command without its case, because plans know of no store. */
export function withCase(advice: string, caseId: string, flags: string): string {
  return advice.replace(REPLAY, `${REPLAY} ${caseId}${flags}`);
}
