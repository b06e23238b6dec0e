/** The recorded runs of shards, given back once each to the hunt that merges them. */
import type { Trial } from '../../../contract/trial.ts';
import { workKey } from '../../../engine/drive/trial-key.ts';
import type { TrialRun } from '../../../engine/trial/run-trial.ts';

export function shardRuns(runs: readonly TrialRun[]): (trial: Trial) => TrialRun | undefined {
  const byKey = new Map<string, TrialRun[]>();
  for (const run of runs) {
    const key = workKey(run.trial);
    const same = byKey.get(key);
    if (same === undefined) byKey.set(key, [run]);
    else same.push(run);
  }
  return (trial) => {
    const run = byKey.get(workKey(trial))?.shift();
    return run === undefined ? undefined : { ...run, trial };
  };
}
