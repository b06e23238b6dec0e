/**
 * Which failures of the target a plan counts. A failure is a failure: all of them, unless two classes of failures behave so differently
 * alone and among other tests that they cannot have one cause. Then the class that other tests bring is looked into, and the answer names
 * both.
 */
import { isFailure } from '../contract/outcome.ts';
import type { TestId } from '../contract/test-id.ts';
import type { Observation, TrialResult } from '../contract/trial.ts';
import { type Fingerprints, fingerprintOf } from './event-of.ts';
import { twoArmBayesFactor } from './statistics/two-arm-bayes-factor.ts';

/** How much likelier two shares must be than one before the classes are taken apart. */
const APART = 20;
/** Levels of a fingerprint by which failures are told apart: the type, then the top frame. Messages vary too much. */
const LEVELS = [1, 2] as const;

/** Null: every failure counts. */
export function countedFailures(seen: readonly TrialResult[], target: TestId): Fingerprints {
  const failures = { alone: failuresIn(seen, target, 'alone'), others: failuresIn(seen, target, 'others') };
  for (const level of LEVELS) {
    const usual = mostFrequent(failures.others.map((one) => firstLevels(one, level)));
    if (usual === null) return null;
    const share = (own: readonly Observation[]) => ({
      failures: own.filter((one) => firstLevels(one, level) === usual).length,
      runs: own.length,
    });
    const [alone, others] = [share(failures.alone), share(failures.others)];
    const isMore = others.failures * alone.runs > alone.failures * others.runs;
    if (isMore && twoArmBayesFactor(others, alone) >= APART) return [usual];
  }
  return null;
}

/** The types of all failures seen so far; null while nothing failed. For knobs, which can break a test in ways of their own. */
export function knownTypes(seen: readonly TrialResult[], target: TestId): Fingerprints {
  const types = new Set(failuresOf(seen, target).map((one) => firstLevels(one, 1)));
  return types.size === 0 ? null : [...types];
}

/** Failures of one class have the same outcome, type and top frame. */
export function classOf(observation: Observation): string {
  return `${observation.outcome} ${firstLevels(observation, 2)}`;
}

export function failuresOf(seen: readonly TrialResult[], target: TestId): readonly Observation[] {
  return seen.flatMap(({ observations }) =>
    observations.filter(({ test, outcome }) => test === target && isFailure(outcome)),
  );
}

function failuresIn(seen: readonly TrialResult[], target: TestId, arm: 'alone' | 'others'): readonly Observation[] {
  const own = seen.filter(({ trial: { conditions, forks, mode, tests } }) => {
    // Forks run most tests before the target in vain, which says nothing of the suite.
    if (mode === 'plain' || forks !== undefined || Object.keys(conditions).length > 0) return false;
    return tests.every((test) => test === target) === (arm === 'alone');
  });
  return failuresOf(own, target);
}

/** `f-<type>-<frame>` for level 2 of `f-<type>-<frame>-<message>`. */
function firstLevels(observation: Observation, level: number): string {
  return fingerprintOf(observation)
    .split('-')
    .slice(0, level + 1)
    .join('-');
}

function mostFrequent(names: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}
