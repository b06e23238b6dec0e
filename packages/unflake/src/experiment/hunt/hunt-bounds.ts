/** What a hunt would have missed: for each arm, the failure rate above which it would very probably have shown a flaky test. */
import type { HuntBound, HuntRound } from '../../contract/hunt.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { TrialId } from '../../contract/trial.ts';
import { zeroFailureBound } from '../statistics/zero-failure-bound.ts';

const CONFIDENCE = 0.95;

/**
 * `tests`: those that rounds do not leave out. Of an arm whose rounds run some of them each, the one that ran least often counts, and an arm
 * under which one never ran has no bound.
 */
export function huntBounds(
  rounds: readonly HuntRound[],
  tests: readonly TestId[],
  testsOf: (trial: TrialId) => readonly TestId[],
): readonly HuntBound[] {
  const arms = [...new Set(rounds.map(({ arm }) => arm))];
  return arms.flatMap((arm) => {
    const least = leastRounds(
      rounds.filter((round) => round.arm === arm),
      tests,
      testsOf,
    );
    if (least === 0 || tests.length === 0) return [];
    return [{ arm, rounds: least, rate: zeroFailureBound(least, CONFIDENCE), confidence: CONFIDENCE }];
  });
}

/** In which each of the tests ran. */
export function leastRounds(
  rounds: readonly HuntRound[],
  tests: readonly TestId[],
  testsOf: (trial: TrialId) => readonly TestId[],
): number {
  const counts = new Map<TestId, number>();
  for (const { trials } of rounds)
    for (const test of new Set(trials.flatMap(testsOf))) counts.set(test, (counts.get(test) ?? 0) + 1);
  return Math.min(...tests.map((test) => counts.get(test) ?? 0));
}
