/**
 * Decides which failures of the target count. All of them, unless two classes behave so differently alone and among other tests that they
 * cannot have one cause. Then the class that other tests cause is examined, and the summary names both.
 */

import { isFailure } from '../contract/outcome.ts';
import type { TestId } from '../contract/test-id.ts';
import type { Observation, TrialResult } from '../contract/trial.ts';
import { type Fingerprints, fingerprintOf } from './event-of.ts';
import { BAYES_FACTOR } from './statistics/thresholds.ts';
import { twoArmBayesFactor } from './statistics/two-arm-bayes-factor.ts';

/** One failure of another class may be anything. */
const MIN_BY_ITSELF = 2;
/** Fingerprint levels that define a class: the type, then the top frame. Messages vary too much. */
const LEVELS = [1, 2] as const;

/** Null: every failure counts. */
export function countedFailures(seen: readonly TrialResult[], target: TestId): Fingerprints {
  const [alone, others] = [runsIn(seen, target, 'alone'), runsIn(seen, target, 'others')];
  for (const level of LEVELS) {
    const brought = classesOf(others, level).find((own) => {
      const isOwn = (one: Observation) => hasFailed(one) && firstLevels(one, level) === own;
      const isOther = (one: Observation) => hasFailed(one) && !isOwn(one);
      // The other class has its own cause only if it also occurs without other tests, and no less often.
      const comesByItself =
        alone.filter(isOther).length >= MIN_BY_ITSELF && !isMore(others, alone, isOther, BAYES_FACTOR.hint);
      return comesByItself && isMore(others, alone, isOwn, BAYES_FACTOR.proof);
    });
    if (brought !== undefined) return [brought];
  }
  return null;
}

/** True if these failures are more frequent in `more`, by this Bayes factor. */
function isMore(
  more: readonly Observation[],
  less: readonly Observation[],
  counts: (one: Observation) => boolean,
  factor: number,
): boolean {
  const [high, low] = [more, less].map((runs) => ({ failures: runs.filter(counts).length, runs: runs.length }));
  return high!.failures * low!.runs > low!.failures * high!.runs && twoArmBayesFactor(high!, low!) >= factor;
}

const hasFailed = ({ outcome }: Observation): boolean => isFailure(outcome);

/** Types of all failures so far; null without one. For knobs, which can break a test in ways of their own. */
export function knownTypes(seen: readonly TrialResult[], target: TestId): Fingerprints {
  const types = new Set(failuresOf(seen, target).map((one) => firstLevels(one, 1)));
  return types.size === 0 ? null : [...types];
}

/** Failures of one class have the same outcome, type and top frame. */
export function failureClassOf(observation: Observation): string {
  return `${observation.outcome} ${firstLevels(observation, 2)}`;
}

export function failuresOf(seen: readonly TrialResult[], target: TestId): readonly Observation[] {
  return seen.flatMap(({ observations }) =>
    observations.filter(({ test, outcome }) => test === target && isFailure(outcome)),
  );
}

/** Every execution that passed or failed. */
function runsIn(seen: readonly TrialResult[], target: TestId, arm: 'alone' | 'others'): readonly Observation[] {
  const own = seen.filter(({ trial: { conditions, forks, mode, tests } }) => {
    // Forks run most tests before the target without effect, which says nothing about the suite.
    if (mode === 'plain' || forks !== undefined || Object.keys(conditions).length > 0) return false;
    return tests.every((test) => test === target) === (arm === 'alone');
  });
  const said = ({ test, outcome }: Observation) => test === target && (outcome === 'passed' || isFailure(outcome));
  return own.flatMap(({ observations }) => observations.filter(said));
}

/** `f-<type>-<frame>` for level 2 of `f-<type>-<frame>-<message>`. */
function firstLevels(observation: Observation, level: number): string {
  return fingerprintOf(observation)
    .split('-')
    .slice(0, level + 1)
    .join('-');
}

/** The most frequent first. */
function classesOf(runs: readonly Observation[], level: number): readonly string[] {
  const counts = new Map<string, number>();
  for (const one of runs.filter(hasFailed)) {
    const name = firstLevels(one, level);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
}
