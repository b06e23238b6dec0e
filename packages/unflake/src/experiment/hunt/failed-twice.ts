/** Tests that failed again by themselves: in two rounds of one arm that runs each test once in a fresh process, and passed elsewhere. */
import type { TestId } from '../../contract/test-id.ts';
import type { ConfirmedFlaky } from './confirmed-flaky.ts';
import type { ResolvedHuntOptions } from './hunt-options.ts';
import type { HuntRecord } from './hunt-record.ts';
import { runBefore } from './run-before.ts';

/** Null where no arm showed the failure twice. A screen (forks, repeats, several settings at once) accuses too many. */
export function failedTwice(
  test: TestId,
  record: HuntRecord,
  { can }: ResolvedHuntOptions,
  arms: ReadonlySet<string>,
): ConfirmedFlaky | null {
  if (!record.hasPassed(test)) return null;
  const plain = record.failuresOf(test).filter(({ result, observation: { outcome } }) => {
    const { trial, ending } = result;
    const isRepeated = trial.repeat > 1 || new Set(trial.tests).size < trial.tests.length;
    const isScreen = trial.forks !== undefined || isRepeated || Object.keys(trial.conditions).length > 1;
    return arms.has(record.armOf(result.id)) && !isScreen && !ending.timedOut && outcome !== 'crashed';
  });
  for (const { result, observation } of plain) {
    const arm = record.armOf(result.id);
    const same = plain.filter((other) => record.armOf(other.result.id) === arm);
    if (new Set(same.map(({ result: { id } }) => id)).size < 2) continue;
    const failing = {
      before: runBefore(result.trial, test, observation.run, can),
      conditions: result.trial.conditions,
    };
    return { is: 'flaky', test, kind: null, arm, failing, needs: [], trial: result.id };
  }
  return null;
}
