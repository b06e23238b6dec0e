/** Whether a confirmed failure belongs to the test itself, or to a test before it that never passed. */
import type { TestId } from '../../contract/test-id.ts';
import type { Plan } from '../plan.ts';
import type { ConfirmedFlaky } from './confirmed-flaky.ts';
import { settleWithoutBroken } from './settle-order.ts';
import type { Suspect } from './suspect.ts';

export interface Attribution {
  readonly confirmed: ConfirmedFlaky;
  /** The broken test that explains the failure; null where the failing test is flaky. */
  readonly broken: TestId | null;
}

/** `neverPassed`: all tests that are broken as far as is known. */
export function* attribute(
  suspect: Suspect,
  confirmed: ConfirmedFlaky,
  neverPassed: readonly TestId[],
): Plan<Attribution> {
  const [only, another] = new Set(confirmed.failing.before.filter((other) => other !== confirmed.test));
  if (only === undefined || another !== undefined || !neverPassed.includes(only)) return { confirmed, broken: null };
  const own = yield* settleWithoutBroken(suspect, neverPassed);
  return own === null ? { confirmed, broken: only } : { confirmed: own, broken: null };
}
