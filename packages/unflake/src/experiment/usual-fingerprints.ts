/** Which failures count as the one we are after: the fingerprints that make up most of what was seen. Null while nothing failed. */
import { isFailure } from '../contract/outcome.ts';
import type { TestId } from '../contract/test-id.ts';
import type { TrialResult } from '../contract/trial.ts';
import { fingerprintOf } from './event-of.ts';

/** A failure this much rarer than the usual one is another failure. */
const RARE_SHARE = 0.2;

export function usualFingerprints(seen: readonly TrialResult[], target: TestId): readonly string[] | null {
  const counts = new Map<string, number>();
  for (const { observations } of seen) {
    for (const observation of observations) {
      if (observation.test !== target || !isFailure(observation.outcome)) continue;
      const fingerprint = fingerprintOf(observation);
      counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1);
    }
  }
  if (counts.size === 0) return null;
  const most = Math.max(...counts.values());
  return [...counts].filter(([, count]) => count >= most * RARE_SHARE).map(([fingerprint]) => fingerprint);
}
