/** Cheap provocations for a test that never failed: twice in one process, and the suite turned round. */
import type { TestId } from '../../contract/test-id.ts';
import type { TrialResult } from '../../contract/trial.ts';
import type { Arm, Tally } from '../findings.ts';
import { ask, type Plan } from '../plan.ts';
import { RunningTally } from '../running-tally.ts';
import type { Bench } from './bench.ts';
import type { ProvokeFinding } from './findings-so-far.ts';

/** Enough for a Bayes factor over 20 when the second execution always fails and the first never does. */
const RUNS_ON_FAILURE = 9;

/** `runs` of each; what was found before is added to. */
export function* provoke({ question, ways }: Bench, runs: number, known: ProvokeFinding | null): Plan<ProvokeFinding> {
  const { target } = question;
  let twice = known?.twice ?? null;
  if (ways.twice) {
    const results = yield* runMore(ways.twice, 'twice in one process', target, { execution: 1, runs });
    twice = { first: tally(results, target, 0, twice?.first), second: tally(results, target, 1, twice?.second) };
  }
  if (twice !== null && twice.second.failures > 0) return { twice, reversed: null, reversedBefore: [] };
  if (!ways.reversed) return { twice, reversed: null, reversedBefore: [] };
  const results = yield* runMore(ways.reversed.arm, 'the suite backwards', target, { execution: 0, runs });
  const reversed = tally(results, target, 0, known?.reversed ?? undefined);
  return { twice, reversed, reversedBefore: ways.reversed.before };
}

/** A few runs; more of them as soon as the execution we look at fails. */
function* runMore(
  arm: Arm,
  doing: string,
  target: TestId,
  { execution, runs }: { readonly execution: number; readonly runs: number },
): Plan<readonly TrialResult[]> {
  const step = { phase: 'isolate', doing, why: 'nothing failed by itself; this may bring it out' } as const;
  const results = [...(yield* ask({ ...step, trials: Array.from({ length: runs }, arm.make) }))];
  if (tally(results, target, execution).failures > 0) {
    const more = Array.from({ length: RUNS_ON_FAILURE - runs }, arm.make);
    results.push(...(yield* ask({ ...step, why: 'it failed; is that usual?', trials: more })));
  }
  return results;
}

function tally(results: readonly TrialResult[], target: TestId, execution: number, known?: Tally): Tally {
  const running = new RunningTally(known);
  for (const result of results) running.add(result, target, null, execution);
  return running.tally();
}
