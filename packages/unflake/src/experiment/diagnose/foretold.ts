/**
 * Did every trial so far do what the culprits foretell: fail, or pass, exactly when they ran before the target? If so, how much likelier they
 * make that than chance does, whose suspect is chosen among many.
 */
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions, TrialResult } from '../../contract/trial.ts';
import type { Fingerprints } from '../event-of.ts';
import { logSequenceMarginal } from '../statistics/beta-binomial.ts';
import { seenUnder } from './seen-under.ts';

export interface Foretelling {
  readonly target: TestId;
  readonly culprits: readonly TestId[];
  /** What the target does after all of them. */
  readonly event: 'failure' | 'pass';
  /** Of the trials that count. */
  readonly conditions: Conditions;
  /** The failures that count; absent: all. */
  readonly fingerprints?: Fingerprints;
  /** Tests that a screen suspects as well. */
  readonly suspects: readonly TestId[];
  /** Tests of which each could have been a culprit. */
  readonly candidates: number;
}

/** Other suspects may do the same, and a test between a culprit and the target may undo what the culprit did. */
function saysNothing(before: readonly TestId[], { culprits, suspects }: Foretelling): boolean {
  if (before.some((test) => suspects.includes(test) && !culprits.includes(test))) return true;
  const last = Math.max(...culprits.map((culprit) => before.lastIndexOf(culprit)));
  return last >= 0 && last < before.length - 1;
}

/** Natural logarithm; -∞ once a single trial did otherwise. */
export function logForetold(seen: readonly TrialResult[], told: Foretelling): number {
  let failures = 0;
  const trials = seenUnder(seen, told.target, told.conditions, told.fingerprints ?? null);
  let runs = 0;
  for (const { tests, event } of trials) {
    const before = tests.slice(0, Math.max(0, tests.indexOf(told.target)));
    if (saysNothing(before, told)) continue;
    const after = told.culprits.every((culprit) => before.includes(culprit));
    if ((event === told.event) !== after) return Number.NEGATIVE_INFINITY;
    if (event === 'failure') failures += 1;
    runs += 1;
  }
  const count = { failures, runs };
  return -logSequenceMarginal(count) - told.culprits.length * Math.log(told.candidates);
}
