/** Passes a plan's steps through and keeps every result that comes back, so that later plans can look at earlier trials. */
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
