/** What a hunt would have missed: for each arm, the failure rate above which it would very probably have shown a flaky test. */
import type { HuntBound, HuntRound } from '../../contract/hunt.ts';
import { zeroFailureBound } from '../statistics/zero-failure-bound.ts';

const CONFIDENCE = 0.95;

export function huntBounds(rounds: readonly HuntRound[]): readonly HuntBound[] {
  const counts = new Map<string, number>();
  for (const { arm } of rounds) counts.set(arm, (counts.get(arm) ?? 0) + 1);
  return [...counts].map(([arm, count]) => ({
    arm,
    rounds: count,
    rate: zeroFailureBound(count, CONFIDENCE),
    confidence: CONFIDENCE,
  }));
}
