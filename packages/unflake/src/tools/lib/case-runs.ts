/** How often the target of a case ran and failed in its recorded trials without a changed knob. */
import type { Count } from '../../contract/evidence.ts';
import { isFailure } from '../../contract/outcome.ts';
import type { CaseRuns } from '../../scan/report/report-input.ts';
import type { Store, StoredCase, TrialSummary } from '../../store/port.ts';

export async function caseRuns(store: Store, { id, test, suite, openedAtMs }: StoredCase): Promise<CaseRuns> {
  const before = suite.indexOf(test) + 1;
  const plain = (await store.trials(id)).filter(({ conditions }) => Object.keys(conditions).length === 0);
  const isAlone = ({ tests }: TrialSummary) => tests === 1;
  const isSuite = ({ tests }: TrialSummary) => tests > 1 && tests >= before;
  const outcomes = (trials: readonly TrialSummary[]) =>
    trials
      .flatMap(({ result }) => result.observations)
      .filter((one) => one.test === test)
      .map(({ outcome }) => outcome);
  const count = (trials: readonly TrialSummary[]): Count => {
    const failures = outcomes(trials).filter(isFailure).length;
    return { failures, runs: failures + outcomes(trials).filter((outcome) => outcome === 'passed').length };
  };
  return {
    caseId: id,
    openedAtMs,
    alone: count(plain.filter(isAlone)),
    suite: count(plain.filter(isSuite)),
    part: count(plain.filter((trial) => !isAlone(trial) && !isSuite(trial))),
  };
}

/** The first failure of the target that has a message; null if there is none. */
export async function failureMessage(store: Store, { id, test }: StoredCase): Promise<string | null> {
  for (const { result } of await store.trials(id)) {
    const failed = result.observations.find((one) => one.test === test && isFailure(one.outcome) && one.message);
    if (failed?.message !== undefined) return failed.message;
  }
  return null;
}
