/**
 * Checks the premise of the expensive joint search: does the event still occur with all candidates, and not without them? An intermittent
 * failure can look like that by chance; fresh trials decide.
 */

import type { Count } from '../../contract/evidence.ts';
import type { PlanStep, Reply } from '../plan.ts';
import { BAYES_FACTOR } from '../statistics/thresholds.ts';
import { NO_TALLY } from '../tally.ts';
import { ORDER_RATES } from './order-rates.ts';
import { learn, type Round } from './round.ts';

const MAX_RUNS = 24;

export function* stillDiffers(round: Round): Generator<PlanStep, boolean, Reply> {
  const { log, search, active } = round;
  const counts: { with: Count; without: Count } = { with: NO_TALLY, without: NO_TALLY };
  for (let asked = 0; asked < MAX_RUNS; asked += 1) {
    const evidence = ORDER_RATES.logBayesFactor(counts.with, counts.without);
    if (evidence >= Math.log(BAYES_FACTOR.goOn)) return true;
    if (evidence <= Math.log(BAYES_FACTOR.giveUp)) return false;
    const about = {
      doing: `all of ${search.candidates.length} earlier tests and none of them, in turn`,
      why: 'no single test explains it: does their order matter at all?',
      trialsLeft: 2 * (MAX_RUNS - asked),
    };
    const queries = yield* log.put([active, []], about, (query) => learn(round, query));
    for (const { subset, event } of queries) {
      const side = subset.length === 0 ? 'without' : 'with';
      counts[side] = { failures: counts[side].failures + (event ? 1 : 0), runs: counts[side].runs + 1 };
    }
  }
  return ORDER_RATES.logBayesFactor(counts.with, counts.without) > 0;
}
