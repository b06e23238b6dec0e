/** What the live view knows: events folded into one value. How it is shown is live-lines.ts, when is live-view.ts. */
import type { LabEvent, Phase } from '../contract/events.ts';
import { isFailure } from '../contract/outcome.ts';

export type StepEvent = Extract<LabEvent, { type: 'step' }>;

export interface LiveState {
  readonly step: StepEvent | null;
  readonly phase: Phase | null;
  readonly phaseStartedAt: number;
  /** Of this phase, without those that were replayed. */
  readonly ran: number;
  readonly replayed: number;
  readonly failed: number;
  /** Of the current step. */
  readonly stepFinished: number;
}

export const NOTHING_YET: LiveState = {
  step: null,
  phase: null,
  phaseStartedAt: 0,
  ran: 0,
  replayed: 0,
  failed: 0,
  stepFinished: 0,
};

export function fold(state: LiveState, event: LabEvent, now: number): LiveState {
  switch (event.type) {
    case 'step': {
      // Opening the project is shown under the first phase, and must not count for the pace of its trials.
      const isPrelude = state.step?.trials === 0 && state.ran + state.replayed === 0;
      const goesOn = state.phase === event.phase && !isPrelude;
      const known = goesOn ? state : { ...NOTHING_YET, phase: event.phase, phaseStartedAt: now };
      return { ...known, step: event, stepFinished: 0 };
    }
    case 'trial-finished':
      return {
        ...state,
        ran: state.ran + (event.replayed ? 0 : 1),
        replayed: state.replayed + (event.replayed ? 1 : 0),
        failed: state.failed + (isFailure(event.outcome) ? 1 : 0),
        stepFinished: state.stepFinished + 1,
      };
    case 'case-closed':
      return NOTHING_YET;
    case 'case-opened':
    case 'said':
    case 'note':
    case 'environment':
      return state;
    default:
      return event satisfies never;
  }
}

/** Trials this phase still needs as far as is known, and how long they take at the pace of those that ran. */
export function left(state: LiveState, now: number): { readonly trials: number; readonly ms: number | null } | null {
  if (state.step === null) return null;
  const ofStep = Math.max(0, state.step.trials - state.stepFinished);
  const trials = Math.max(ofStep, (state.step.trialsLeft ?? 0) - state.stepFinished);
  return { trials, ms: state.ran === 0 ? null : ((now - state.phaseStartedAt) / state.ran) * trials };
}
