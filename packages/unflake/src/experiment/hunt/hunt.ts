/** The whole hunt as one plan. It only chooses trials; the same results give the same trials. */
import { type Plan, PlanStopped } from '../plan.ts';
import { finding } from './hunt-conclusion.ts';
import type { HuntFinding } from './hunt-finding.ts';
import type { ResolvedHuntOptions } from './hunt-options.ts';
import { Hunt } from './hunt-rounds.ts';

export function* huntPlan(options: ResolvedHuntOptions): Plan<HuntFinding> {
  const hunt = new Hunt(options);
  let ended: HuntFinding['ended'] = 'done';
  try {
    ended = options.shards === undefined ? yield* hunt.run() : yield* hunt.runShared();
  } catch (error) {
    if (!(error instanceof PlanStopped)) throw error;
    ended = error.reason;
  }
  return finding(hunt, ended);
}
