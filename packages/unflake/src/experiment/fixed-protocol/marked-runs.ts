/**
 * Runs as the fixed protocol writes them: P and F in order. Every failure counts, whatever its fingerprint: the protocol looks at the exit
 * status.
 */
import type { Mark, MarkedRuns } from '../../contract/fixed-protocol-finding.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { TrialResult } from '../../contract/trial.ts';
import { eventOf } from '../event-of.ts';

export function markedRuns(results: readonly TrialResult[], target: TestId): MarkedRuns {
  const marks = results.map((result) => outcomeMark(result, target));
  const count = (mark: Mark) => marks.filter((m) => m === mark).length;
  return { marks, passed: count('P'), failed: count('F'), trials: results.map(({ id }) => id) };
}

export function outcomeMark(result: TrialResult, target: TestId): Mark {
  const event = eventOf(result, target, null);
  if (event === 'none') return '?';
  return event === 'pass' ? 'P' : 'F';
}
