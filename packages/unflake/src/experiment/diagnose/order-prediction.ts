/**
 * Compares two explanations of all trials so far. One: the target fails (or passes) exactly when the culprits ran before it. The other: it
 * fails at one rate, whatever ran before it. Returns how much likelier the first is.
 */
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions, TrialResult } from '../../contract/trial.ts';
import type { Fingerprints } from '../event-of.ts';
import { logSequenceMarginal } from '../statistics/beta-binomial.ts';
import { seenUnder } from './seen-under.ts';

export interface OrderPrediction {
  readonly target: TestId;
  readonly culprits: readonly TestId[];
  /** What the target does after all of them. */
  readonly event: 'failure' | 'pass';
  /** Conditions of the trials that count. */
  readonly conditions: Conditions;
  /** The failures that count; absent: all. */
  readonly fingerprints?: Fingerprints;
  /** Tests that a screen suspects as well. */
  readonly suspects: readonly TestId[];
  /** Number of tests that could each be a culprit. */
  readonly candidates: number;
}

/** Natural logarithm; -∞ as soon as one trial contradicts the prediction. */
export function logPredictionOdds(seen: readonly TrialResult[], prediction: OrderPrediction): number {
  const { target, culprits, event: wanted, suspects, candidates } = prediction;
  let failures = 0;
  let runs = 0;
  for (const { tests, event } of seenUnder(seen, target, prediction.conditions, prediction.fingerprints ?? null)) {
    const before = tests.slice(0, Math.max(0, tests.indexOf(target)));
    // A test between a culprit and the target may undo what the culprit did.
    if (isUndone(before, culprits)) continue;
    const after = culprits.every((culprit) => before.includes(culprit));
    // Other suspects may cause the same event; the chance model must explain them too.
    const mayBeOthers = before.some((test) => suspects.includes(test) && !culprits.includes(test));
    if (!mayBeOthers && (event === wanted) !== after) return Number.NEGATIVE_INFINITY;
    if (event === 'failure') failures += 1;
    runs += 1;
  }
  const chance = logSequenceMarginal({ failures, runs });
  return logChosen(culprits, suspects, candidates) - chance;
}

function isUndone(before: readonly TestId[], culprits: readonly TestId[]): boolean {
  const last = Math.max(...culprits.map((culprit) => before.lastIndexOf(culprit)));
  return last >= 0 && last < before.length - 1;
}

/** Prior probability that exactly these candidates are the culprits. The more suspects a screen has, the less one of them means. */
function logChosen(culprits: readonly TestId[], suspects: readonly TestId[], candidates: number): number {
  if (culprits.length > 1) return -culprits.length * Math.log(candidates);
  const chosen = new Set([...culprits, ...suspects]).size;
  return logSequenceMarginal({ failures: Math.min(chosen, candidates), runs: candidates });
}
