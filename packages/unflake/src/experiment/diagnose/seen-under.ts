/** What trials under exactly these conditions said of the target. Where it ran twice in one, the first time is a run like any other. */
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions, TrialResult } from '../../contract/trial.ts';
import { eventOf, type Fingerprints, type TargetEvent } from '../event-of.ts';

export interface SeenTrial {
  readonly tests: readonly TestId[];
  readonly event: Exclude<TargetEvent, 'none'>;
}

export function seenUnder(
  seen: readonly TrialResult[],
  target: TestId,
  conditions: Conditions,
  fingerprints: Fingerprints = null,
): readonly SeenTrial[] {
  const same = JSON.stringify(conditions);
  return seen.flatMap((result) => {
    const { tests, conditions: own } = result.trial;
    const event = eventOf(result, target, fingerprints, 0);
    return event === 'none' || JSON.stringify(own) !== same ? [] : [{ tests, event }];
  });
}
