/**
 * Did every trial so far do what the culprits foretell: fail, or pass, exactly when they ran before the target? If so, how much likelier they
 * make that than chance does, whose suspect is chosen among many.
 */
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions, TrialResult } from '../../contract/trial.ts';
import { logSequenceMarginal } from '../statistics/beta-binomial.ts';
import { seenUnder } from './seen-under.ts';

export interface Foretelling {
  readonly target: TestId;
  readonly culprits: readonly TestId[];
  /** What the target does after all of them. */
  readonly event: 'failure' | 'pass';
  /** Of the trials that count. */
  readonly conditions: Conditions;
  /** Tests of which each could have been a culprit. */
  readonly candidates: number;
}

/** Natural logarithm; -∞ once a single trial did otherwise. */
export function logForetold(seen: readonly TrialResult[], told: Foretelling): number {
  let failures = 0;
  const trials = seenUnder(seen, told.target, told.conditions);
  for (const { tests, event } of trials) {
    const before = tests.slice(0, Math.max(0, tests.indexOf(told.target)));
    const after = told.culprits.every((culprit) => before.includes(culprit));
    if ((event === told.event) !== after) return Number.NEGATIVE_INFINITY;
    if (event === 'failure') failures += 1;
  }
  const count = { failures, runs: trials.length };
  return -logSequenceMarginal(count) - told.culprits.length * Math.log(told.candidates);
}
