/**
 * A plan is a generator that yields steps of trials, receives their results, and returns a finding. It has no I/O, clock or randomness of
 * its own: the same results give the same trials, so resuming is replaying.
 */
import type { LabEvent, Phase } from '../contract/events.ts';
import type { HuntProgress } from '../contract/hunt.ts';
import type { Trial, TrialResult } from '../contract/trial.ts';
import type { FindingsSoFar } from './diagnose/findings-so-far.ts';

/** The trials of one step are independent and may run in parallel; the plan does not notice. */
export interface PlanStep {
  readonly phase: Phase;
  readonly doing: string;
  readonly why: string;
  readonly trials: readonly Trial[];
  readonly belief?: { readonly claim: string; readonly probability: number };
  readonly trialsLeft?: number;
  /** Where the hunt stands that the step belongs to. */
  readonly hunt?: HuntProgress;
  /** Lines for people that stay on the screen, printed before the trials run. */
  readonly said?: readonly string[];
  /** Findings of a stage, for the diagnosis that the stage is part of. The engine never sees them. */
  readonly findings?: Partial<FindingsSoFar>;
}

/** The engine stops the plan. `finished`: the trials of the step that had ended, in its order; absent where it was not begun. */
export interface Stop {
  readonly stop: 'budget' | 'cancelled';
  readonly finished?: readonly (TrialResult | undefined)[];
}

/** The reply of the engine to a step: a result for each trial, in order, or a stop. */
export type Reply = readonly TrialResult[] | Stop;

export type Plan<Finding> = Generator<PlanStep, Finding, Reply>;

/** Thrown inside a plan that is stopped. The outermost plan concludes from what it has. */
export class PlanStopped extends Error {
  readonly reason: 'budget' | 'cancelled';
  constructor(reason: 'budget' | 'cancelled') {
    super(`stopped: ${reason}`);
    this.reason = reason;
  }
}

/** Yields one step and returns its results. Throws `PlanStopped` if the engine stops. */
export function* ask(step: PlanStep): Generator<PlanStep, readonly TrialResult[], Reply> {
  const reply = yield step;
  if ('stop' in reply) throw new PlanStopped(reply.stop);
  return reply;
}

/** A step as the event that the live view reads. */
export function stepEvent(step: PlanStep): LabEvent {
  return {
    type: 'step',
    phase: step.phase,
    doing: step.doing,
    why: step.why,
    trials: step.trials.length,
    ...(step.belief ? { belief: step.belief } : {}),
    ...(step.trialsLeft === undefined ? {} : { trialsLeft: step.trialsLeft }),
    ...(step.hunt === undefined ? {} : { hunt: step.hunt }),
  };
}

/** Prints a line that stays on the screen. Runs nothing and ignores the reply. */
export function* say(phase: PlanStep['phase'], text: string): Plan<void> {
  yield { phase, doing: text, why: '', trials: [], said: [text] };
}

/** Reports findings to the diagnosis. They are kept even if the plan is stopped right after. */
export function* reportFindings(findings: Partial<FindingsSoFar>): Plan<void> {
  yield { phase: 'explain', doing: '', why: '', trials: [], findings };
}

/** Runs a plan until a deadline, and keeps its findings. `isOver` is checked before each step. Null if the plan was cut. A stop of the engine itself propagates. */
export function* unlessOver<Finding>(plan: Plan<Finding>, isOver: (step: PlanStep) => boolean): Plan<Finding | null> {
  let isCut = false;
  try {
    let turn = plan.next();
    while (!turn.done) {
      isCut ||= turn.value.trials.length > 0 && isOver(turn.value);
      turn = plan.next(isCut && turn.value.trials.length > 0 ? { stop: 'budget' } : yield turn.value);
    }
    return turn.value;
  } catch (error) {
    if (isCut && error instanceof PlanStopped) return null;
    throw error;
  }
}
