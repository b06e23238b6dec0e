/**
 * A plain command that was cut off by its time box, or crashed, as no trial of ours ever did with this test, says nothing of the test: the
 * build tool around it may have been slow, or broken. Taken for the failure it would be printed as a reproduction that is none.
 */
import type { Outcome } from '../../contract/outcome.ts';
import type { Observation, TrialResult } from '../../contract/trial.ts';

const ENDS: readonly Outcome[] = ['timed-out', 'crashed'];

/** `seen`: the trials before it. */
export function withoutStrayEnd(result: TrialResult, seen: readonly TrialResult[]): TrialResult {
  if (result.trial.mode === 'probe') return result;
  const isStray = ({ test, outcome }: Observation) => ENDS.includes(outcome) && !hasEndedSo(seen, test, outcome);
  if (!result.observations.some(isStray)) return result;
  const observations = result.observations.map((one): Observation => {
    return isStray(one) ? { ...one, outcome: 'missing' } : one;
  });
  return { ...result, observations };
}

function hasEndedSo(seen: readonly TrialResult[], test: Observation['test'], outcome: Outcome): boolean {
  return seen.some(
    ({ trial, observations }) =>
      trial.mode === 'probe' && observations.some((one) => one.test === test && one.outcome === outcome),
  );
}
