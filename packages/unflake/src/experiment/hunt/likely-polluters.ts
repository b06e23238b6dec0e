/**
 * The tests that all rounds so far leave possible as the only polluter of a suspect: they ran before each of its failures and before none of
 * its passes. A test that cleans up in between may hide one, so this is only a guess.
 */
import type { TestId } from '../../contract/test-id.ts';
import { runBefore } from './run-before.ts';
import type { Suspect } from './suspect.ts';

export function likelyPolluters(candidates: readonly TestId[], { test, record, options }: Suspect): readonly TestId[] {
  const possible = new Set(candidates);
  for (const { result, observation } of record.executionsOf(test)) {
    const before = new Set(runBefore(result.trial, test, observation.run, options.can));
    const failed = observation.outcome !== 'passed';
    // A failure alone has another cause than order.
    if (failed && before.size === 0) continue;
    for (const one of possible) if (before.has(one) !== failed) possible.delete(one);
  }
  return candidates.filter((one) => possible.has(one));
}
