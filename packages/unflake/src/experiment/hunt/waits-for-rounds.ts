/**
 * Whether a suspect is settled more cheaply after further rounds: so many tests before it may be the cause that halving their number would
 * take many trials. Each further order rules out about half of them, and shows other tests at the same time.
 */
import { likelyPolluters } from './likely-polluters.ts';
import { likelySetters } from './likely-setters.ts';
import { lastOccurrences, runBefore } from './run-before.ts';
import type { Suspect } from './suspect.ts';

/** As many are found by a few trials. */
const MAX_LIKELY = 3;

export function waitsForRounds(suspect: Suspect): boolean {
  const { test, failure, options, record } = suspect;
  if (Object.keys(failure.result.trial.conditions).length > 0) return false;
  const before = (one: typeof failure) => runBefore(one.result.trial, test, one.observation.run, options.can);
  const failsAlone = record.failuresOf(test).some((one) => before(one).length === 0);
  if (failsAlone) return likelySetters(suspect).length > MAX_LIKELY;
  const others = lastOccurrences(before(failure).filter((other) => other !== test));
  return likelyPolluters(others, suspect).length > MAX_LIKELY;
}
