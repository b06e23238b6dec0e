/** What the diagnosis says about trials during which the host of this machine took much of the CPU time. */
import type { Diagnosis } from '../../contract/diagnosis.ts';
import { isFailure } from '../../contract/outcome.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { TrialResult } from '../../contract/trial.ts';
import { hostWasBusy } from '../busy-host.ts';

/** Every trial counts here, repeated or not, so that no failure is left unsaid. */
export function busyHostOf(seen: readonly TrialResult[], target: TestId): Pick<Diagnosis, 'busyHost'> {
  const busy = seen.filter(hostWasBusy);
  if (busy.length === 0) return {};
  const hasFailed = ({ observations }: TrialResult) =>
    observations.some(({ test, outcome }) => test === target && isFailure(outcome));
  const failed = busy.filter(hasFailed).length;
  return { busyHost: { trials: busy.map(({ id }) => id), failed, repeated: busy.filter(isRepeatedIn(seen)).length } };
}

/** A repeat is the same trial with the same seed, which no other trial of the case has. */
function isRepeatedIn(seen: readonly TrialResult[]): (result: TrialResult) => boolean {
  const last = new Map(seen.map(({ id, trial }) => [keyOf(trial), id]));
  return ({ id, trial }) => last.get(keyOf(trial)) !== id;
}

const keyOf = ({ seed, mode, conditions }: TrialResult['trial']): string => JSON.stringify([mode, seed, conditions]);
