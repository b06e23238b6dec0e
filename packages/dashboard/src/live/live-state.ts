/** What a page shows of work that runs: folded from its events, with a bound on what is kept. */
import type { LabEvent } from '../../../unflake/src/contract/events.ts';
import type { HuntProgress } from '../../../unflake/src/contract/hunt.ts';
import { isFailure, type Outcome } from '../../../unflake/src/contract/outcome.ts';

export type Step = Extract<LabEvent, { readonly type: 'step' }>;
export type FinishedTrial = Extract<LabEvent, { readonly type: 'trial-finished' }>;

export interface LiveState {
  readonly caseId: string | null;
  readonly huntId: string | null;
  readonly certificationId: string | null;
  readonly test: string | null;
  readonly runner: string | null;
  /** How many tests the suite has. */
  readonly tests: number | null;
  readonly step: Step | null;
  /** Of the newest step that says it. */
  readonly hunt: HuntProgress | null;
  readonly counts: {
    readonly passed: number;
    readonly failed: number;
    readonly other: number;
    readonly replayed: number;
  };
  /** The newest, oldest first. */
  readonly trials: readonly FinishedTrial[];
  readonly lines: readonly string[];
}

export const NOTHING_YET: LiveState = {
  ...{ caseId: null, huntId: null, certificationId: null, test: null, runner: null, tests: null, step: null },
  hunt: null,
  counts: { passed: 0, failed: 0, other: 0, replayed: 0 },
  trials: [],
  lines: [],
};

/** An hour of a case is thousands of trials; a person reads the last ones. */
const MAX_TRIALS = 240;
const MAX_LINES = 60;

export function withEvent(state: LiveState, event: LabEvent): LiveState {
  switch (event.type) {
    case 'case-opened':
      return { ...state, caseId: event.caseId, test: event.test, runner: event.runner, tests: event.tests };
    case 'hunt-opened':
      return { ...state, huntId: event.huntId, runner: event.runner, tests: event.tests };
    case 'certification-opened':
      return { ...state, certificationId: event.certificationId, runner: event.runner, tests: event.tests };
    case 'step':
      return { ...state, step: event, hunt: event.hunt ?? state.hunt };
    case 'trial-finished':
      return { ...state, counts: counted(state.counts, event), trials: [...state.trials, event].slice(-MAX_TRIALS) };
    case 'said':
      return withLine(state, event.text);
    case 'environment':
      return withLine(state, `${event.label}: ${event.text}`);
    case 'note':
      return withLine(state, event.text);
    default:
      return state;
  }
}

function counted(counts: LiveState['counts'], { outcome, replayed }: FinishedTrial): LiveState['counts'] {
  const kind = kindOf(outcome);
  return { ...counts, [kind]: counts[kind] + 1, replayed: counts.replayed + (replayed ? 1 : 0) };
}

export function kindOf(outcome: Outcome): 'passed' | 'failed' | 'other' {
  if (isFailure(outcome)) return 'failed';
  return outcome === 'passed' ? 'passed' : 'other';
}

function withLine(state: LiveState, line: string): LiveState {
  return { ...state, lines: [...state.lines, line].slice(-MAX_LINES) };
}
