/**
 * What a plan is: a generator that yields steps of trials, receives their results, and returns what it found. No I/O, clock or dice of
 * its own; the same results give the same trials, so resuming is replaying.
 */
import type { LabEvent, Phase } from '../contract/events.ts';
import type { Trial, TrialResult } from '../contract/trial.ts';

/** Trials of one step are independent: they may run side by side, and a plan never knows. */
export interface PlanStep {
  readonly phase: Phase;
  readonly doing: string;
  readonly why: string;
  readonly trials: readonly Trial[];
  readonly belief?: { readonly claim: string; readonly probability: number };
  readonly trialsLeft?: number;
  /** Lines for people that stay, said before the trials run. */
  readonly said?: readonly string[];
}

/** The engine's answer to a step: a result for each trial in the step's order, or the word that no more trials will be run. */
export type Reply = readonly TrialResult[] | { readonly stop: 'budget' | 'cancelled' };

export type Plan<Finding> = Generator<PlanStep, Finding, Reply>;

/** Thrown inside a plan when no more trials will be run; the outermost plan concludes from what it has. */
export class PlanStopped extends Error {
  readonly reason: 'budget' | 'cancelled';
  constructor(reason: 'budget' | 'cancelled') {
    super(`stopped: ${reason}`);
    this.reason = reason;
  }
}

/** Yields one step and returns its results; throws `Stopped` when there are none to come. */
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
  };
}

/** Says a line that stays on the screen; runs nothing, and goes on whatever the engine answers. */
export function* say(phase: PlanStep['phase'], text: string): Plan<void> {
  yield { phase, doing: text, why: '', trials: [], said: [text] };
}
