/** A trial's key: equal for equal trials, different for different ones. Recorded results are given back only under the same key. */
import { createHash } from 'node:crypto';
import type { TestId } from '../../contract/test-id.ts';
import type { Trial } from '../../contract/trial.ts';

export function trialKey(trial: Trial): string {
  const conditions = Object.keys(trial.conditions)
    .sort()
    .map((name) => [name, trial.conditions[name]]);
  const canonical = JSON.stringify([
    selectionDigest(trial.tests),
    trial.repeat,
    conditions,
    trial.seed,
    trial.watch === 'all' ? 'all' : selectionDigest(trial.watch),
    trial.exclusive,
    trial.timeBoxMs,
    trial.mode,
    ...(trial.forks === undefined ? [] : [trial.forks, trial.forkMs]),
    ...(trial.hang === undefined ? [] : [trial.hang.target, trial.hang.targetMs, trial.hang.othersMs]),
  ]);
  return createHash('sha256').update(canonical).digest('base64url').slice(0, 22);
}

/** Equal for trials that run the same, whatever their limits: those are learned from what a machine has measured. */
export function workKey({ hang: _hang, ...trial }: Trial): string {
  return trialKey({ ...trial, timeBoxMs: 0, ...(trial.forks === undefined ? {} : { forkMs: 0 }) });
}

/** Plans reuse the same arrays: a suite of 20,000 tests is hashed once. */
const digests = new WeakMap<readonly TestId[], string>();

export function selectionDigest(tests: readonly TestId[]): string {
  let known = digests.get(tests);
  if (known === undefined) {
    known = createHash('sha256').update(JSON.stringify(tests)).digest('base64url');
    digests.set(tests, known);
  }
  return known;
}
