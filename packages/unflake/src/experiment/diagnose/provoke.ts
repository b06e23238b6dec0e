/** Cheap provocations for a test that never failed: twice in one process, and the suite turned round. */
import type { TestId } from '../../contract/test-id.ts';
import type { TrialResult } from '../../contract/trial.ts';
import { eventOf } from '../event-of.ts';
import type { Arm, Tally } from '../findings.ts';
import { ask, type Plan } from '../plan.ts';
import type { Bench } from './bench.ts';
import { NO_TALLY, type ProvokeFinding } from './findings-so-far.ts';

const FIRST_RUNS = 3;
/** Enough for a Bayes factor over 20 when the second execution always fails and the first never does. */
const RUNS_ON_FAILURE = 9;

export function* provoke({ question, ways }: Bench): Plan<ProvokeFinding> {
  const { target } = question;
  let twice: ProvokeFinding['twice'] = null;
  if (ways.twice) {
    const results = yield* runMore(ways.twice, 'twice in one process', target, 1);
    twice = { first: tally(results, target, 0), second: tally(results, target, 1) };
  }
  if (twice !== null && twice.second.failures > 0) return { twice, reversed: null, reversedBefore: [] };
  const reversed = ways.reversed
    ? tally(yield* runMore(ways.reversed.arm, 'the suite backwards', target, 0), target, 0)
    : null;
  return { twice, reversed, reversedBefore: ways.reversed?.before ?? [] };
}

/** A few runs; more of them as soon as the execution we look at fails. */
function* runMore(arm: Arm, doing: string, target: TestId, run: number): Plan<readonly TrialResult[]> {
  const step = { phase: 'isolate', doing, why: 'nothing failed by itself; this may bring it out' } as const;
  const results = [...(yield* ask({ ...step, trials: Array.from({ length: FIRST_RUNS }, arm.make) }))];
  if (tally(results, target, run).failures > 0) {
    const more = Array.from({ length: RUNS_ON_FAILURE - FIRST_RUNS }, arm.make);
    results.push(...(yield* ask({ ...step, why: 'it failed; is that usual?', trials: more })));
  }
  return results;
}

function tally(results: readonly TrialResult[], target: TestId, run: number): Tally {
  return results.reduce((total: Tally, result) => {
    const event = eventOf(result, target, null, run);
    if (event === 'none') return total;
    return {
      failures: total.failures + (event === 'failure' ? 1 : 0),
      runs: total.runs + 1,
      trials: [...total.trials, result.id],
    };
  }, NO_TALLY);
}
