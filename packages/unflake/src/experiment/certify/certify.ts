/** `certify` as one plan. It only chooses trials; the same results give the same trials. */
import { type Plan, PlanStopped } from '../plan.ts';
import { Certification } from './certification.ts';
import { certifyFinding } from './certify-conclusion.ts';
import type { CertifyFinding } from './certify-finding.ts';
import type { ResolvedCertifyOptions } from './certify-options.ts';

export function* certifyPlan(options: ResolvedCertifyOptions): Plan<CertifyFinding> {
  const certification = new Certification(options);
  let ended: CertifyFinding['ended'] = 'done';
  try {
    yield* ownPhase(certification.run());
  } catch (error) {
    if (!(error instanceof PlanStopped)) throw error;
    ended = error.reason;
  }
  return certifyFinding(certification, ended);
}

/** The rounds and suspects of a hunt, under the name of this plan. */
function* ownPhase(plan: Plan<void>): Plan<void> {
  let turn = plan.next();
  while (!turn.done) {
    const reply = yield { ...turn.value, phase: 'certify' as const };
    turn = plan.next(reply);
  }
}
