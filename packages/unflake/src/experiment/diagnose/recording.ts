/** Forwards the steps of a plan, keeps every result and every finding that a stage reports. Nobody else writes to either of them. */
import type { TrialResult } from '../../contract/trial.ts';
import type { Plan } from '../plan.ts';
import type { FindingsSoFar } from './findings-so-far.ts';
import { withoutStrayEnd } from './stray-end.ts';

/** Stages hold both and see them grow. */
export interface DiagnosisRecord {
  readonly seen: TrialResult[];
  readonly findings: FindingsSoFar;
}

export function* recording<Finding>(plan: Plan<Finding>, { seen, findings }: DiagnosisRecord): Plan<Finding> {
  let turn = plan.next();
  while (!turn.done) {
    const { findings: more } = turn.value;
    if (more !== undefined) {
      Object.assign(findings, more);
      turn = plan.next([]);
      continue;
    }
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
