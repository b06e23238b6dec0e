/**
 * Checks the premise of the expensive joint search: does the event still occur with all candidates, and not without them? An intermittent
 * failure can look like that by chance; fresh trials decide.
 */
import type { Count } from '../../contract/evidence.ts';
import type { PlanStep, Reply } from '../plan.ts';
import { NO_TALLY } from '../tally.ts';
import { ORDER_RATES } from './order-rates.ts';
import { learn, type Round } from './round.ts';

/** How much likelier the fresh counts must be under two rates to go on, and under one to give up. */
const GO_ON = Math.log(6);
const GIVE_UP = -Math.log(5);
const MAX_RUNS = 24;

export function* stillDiffers(round: Round): Generator<PlanStep, boolean, Reply> {
  const { log, search, active } = round;
  const counts: { with: Count; without: Count } = { with: NO_TALLY, without: NO_TALLY };
  for (let asked = 0; asked < MAX_RUNS; asked += 1) {
    const evidence = ORDER_RATES.logBayesFactor(counts.with, counts.without);
    if (evidence >= GO_ON) return true;
    if (evidence <= GIVE_UP) return false;
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
