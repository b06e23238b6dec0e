/** Runs a plan until a deadline, then stops it and keeps its findings. */
import { type Plan, type PlanStep, PlanStopped } from '../plan.ts';

/** `isOver` is checked before each step. Null if the plan was cut. A stop of the engine itself propagates. */
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
