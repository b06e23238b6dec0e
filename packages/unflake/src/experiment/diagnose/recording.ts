/** Forwards the steps of a plan and keeps every result, so that later plans can read earlier trials. */
import type { TrialResult } from '../../contract/trial.ts';
import type { Plan } from '../plan.ts';
import { withoutStrayEnd } from './stray-end.ts';

export function* recording<Finding>(plan: Plan<Finding>, seen: TrialResult[]): Plan<Finding> {
  let turn = plan.next();
  while (!turn.done) {
    const reply = yield turn.value;
    if ('stop' in reply) {
      turn = plan.next(reply);
      continue;
    }
    const observed = reply.map((result) => withoutStrayEnd(result, seen));
    seen.push(...observed);
    turn = plan.next(observed);
  }
  return turn.value;
}
