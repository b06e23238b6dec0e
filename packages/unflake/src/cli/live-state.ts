/** The state of the live view: events reduced to one value. live-lines.ts formats it, live-view.ts decides when. */
import type { LabEvent, Phase } from '../contract/events.ts';
import { isFailure } from '../contract/outcome.ts';

export type StepEvent = Extract<LabEvent, { type: 'step' }>;

export interface LiveState {
  readonly step: StepEvent | null;
  readonly phase: Phase | null;
  readonly phaseStartedAt: number;
  /** Trials of this phase, not counting replayed ones. */
  readonly ran: number;
  readonly replayed: number;
  readonly failed: number;
  /** Trials of the current step. */
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
      // Opening the project is shown under the first phase and must not count towards the pace of its trials.
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
    case 'hunt-closed':
    case 'certification-closed':
      return NOTHING_YET;
    case 'case-opened':
    case 'hunt-opened':
    case 'certification-opened':
    case 'said':
    case 'note':
    case 'output':
    case 'environment':
    case 'worker':
      return state;
    default:
      return event satisfies never;
  }
}

/** The trials that this phase still needs, as far as known, and their duration at the current pace. */
export function left(state: LiveState, now: number): { readonly trials: number; readonly ms: number | null } | null {
  if (state.step === null) return null;
  const ofStep = Math.max(0, state.step.trials - state.stepFinished);
  const trials = Math.max(ofStep, (state.step.trialsLeft ?? 0) - state.stepFinished);
  return { trials, ms: state.ran === 0 ? null : ((now - state.phaseStartedAt) / state.ran) * trials };
}
