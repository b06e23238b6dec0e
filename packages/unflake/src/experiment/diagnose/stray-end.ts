/**
 * A plain command says nothing about the test if it timed out, crashed or broke before any test failed, in a way that none of our own
 * trials did: the build tool may have been slow or broken. Counting it would produce a false reproduction.
 */
import type { Outcome } from '../../contract/outcome.ts';
import type { Observation, TrialResult } from '../../contract/trial.ts';

/** Maps each to the outcomes of our own trials that it may stand for. */
const ENDS: Readonly<Partial<Record<Outcome, readonly Outcome[]>>> = {
  'timed-out': ['timed-out'],
  crashed: ['crashed'],
  // A command cannot always tell how a process ended.
  errored: ['errored', 'crashed'],
};

/** `seen`: the trials before it. */
export function withoutStrayEnd(result: TrialResult, seen: readonly TrialResult[]): TrialResult {
  if (result.trial.mode === 'probe') return result;
  const isStray = ({ test, outcome }: Observation) => {
    const known = ENDS[outcome];
    return known !== undefined && !hasEndedSo(seen, test, known);
  };
  if (!result.observations.some(isStray)) return result;
  const observations = result.observations.map((one): Observation => {
    return isStray(one) ? { ...one, outcome: 'missing' } : one;
  });
  return { ...result, observations };
}

function hasEndedSo(seen: readonly TrialResult[], test: Observation['test'], outcomes: readonly Outcome[]): boolean {
  return seen.some(
    ({ trial, observations }) =>
      trial.mode === 'probe' && observations.some((one) => one.test === test && outcomes.includes(one.outcome)),
  );
}
