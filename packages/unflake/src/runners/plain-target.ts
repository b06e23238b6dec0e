/**
 * The outcome of the target in the run of a plain command. A runner's summary counts the whole selection: without the names of the failed
 * tests, a polluter that fails itself would count as a failure of its victim.
 */
import { isFailure, type Outcome } from '../contract/outcome.ts';
import type { RunRequest } from '../contract/runner.ts';
import type { TestId } from '../contract/test-id.ts';

/** A failure that the output names. */
export interface NamedFailure {
  readonly outcome: Outcome;
  /** True for the selected test of that name, and for each of several that share it. */
  readonly means: (id: TestId) => boolean;
}

/**
 * `failures` is null if the output may name fewer failures than there were. `passed` says whether the output shows that the target passed,
 * given the number of selected tests that no failure names.
 */
export function ownOutcome(
  whole: Outcome,
  { tests, target }: RunRequest,
  failures: readonly NamedFailure[] | null,
  passed: (others: number) => boolean,
): Outcome {
  if (target === undefined || !isFailure(whole) || failures === null || failures.length === 0) return whole;
  // A name that is not one of the selected tests may be another spelling of the target's.
  if (!failures.every(({ means }) => tests.some(means))) return whole;
  const own = failures.filter(({ means }) => means(target));
  if (own.some(({ outcome }) => outcome === 'failed')) return 'failed';
  if (own.length > 0) return own[0]!.outcome;
  const others = tests.filter((id) => !failures.some(({ means }) => means(id))).length;
  return passed(others) ? 'passed' : 'missing';
}

/** Failures of one kind, identified in the output by a title, a line, or an entry of a report. */
export function failuresNamed<Name>(
  names: readonly Name[],
  outcome: Outcome,
  isOf: (id: TestId, name: Name) => boolean,
): readonly NamedFailure[] {
  return names.map((name) => ({ outcome, means: (id) => isOf(id, name) }));
}
