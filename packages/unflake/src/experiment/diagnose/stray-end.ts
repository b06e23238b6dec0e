/**
 * A plain command that was cut off by its time box, crashed, or broke before a test failed, as no trial of ours ever did with this test, says
 * nothing of the test: the build tool around it may have been slow, or broken. Taken for the failure it would be a reproduction that is none.
 */
import type { Outcome } from '../../contract/outcome.ts';
import type { Observation, TrialResult } from '../../contract/trial.ts';

/** With the outcomes of our own trials that each may stand for. */
const ENDS: Readonly<Partial<Record<Outcome, readonly Outcome[]>>> = {
  'timed-out': ['timed-out'],
  crashed: ['crashed'],
  // A command cannot always tell how a process came to its end.
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
