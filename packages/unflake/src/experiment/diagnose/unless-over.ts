/** Runs a plan until a time is over; then the plan is told that no more trials will be run, and what it has kept by then stands. */
import { type Plan, type PlanStep, PlanStopped } from '../plan.ts';

/** `isOver` is asked before each step that runs trials. Null where the plan was cut. A stop of the engine's own goes on to whoever asked. */
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
