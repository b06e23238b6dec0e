/** Durations of different machines say more about the machines than about the test, so only those of one are compared: the one with most. */
import type { TrialResult } from '../../contract/trial.ts';

export function onOneMachine(results: readonly TrialResult[]): readonly TrialResult[] {
  const counts = new Map<string | undefined, number>();
  for (const { machine } of results) counts.set(machine?.name, (counts.get(machine?.name) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return counts.size < 2 ? results : results.filter(({ machine }) => machine?.name === most![0]);
}
