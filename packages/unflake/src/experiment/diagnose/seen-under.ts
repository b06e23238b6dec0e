/**
 * Outcomes of the target in trials under exactly these conditions. Where it ran twice in one trial, the first execution counts as an
 * ordinary run.
 */
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions, TrialResult } from '../../contract/trial.ts';
import { eventOf, type Fingerprints, type TargetEvent } from '../event-of.ts';

export interface SeenTrial {
  /** What ran in its process. */
  readonly tests: readonly TestId[];
  readonly event: Exclude<TargetEvent, 'none'>;
}

/** Each fork of a trial counts as a run. */
export function seenUnder(
  seen: readonly TrialResult[],
  target: TestId,
  conditions: Conditions,
  fingerprints: Fingerprints = null,
): readonly SeenTrial[] {
  const same = JSON.stringify(conditions);
  return seen
    .filter(({ trial }) => JSON.stringify(trial.conditions) === same)
    .flatMap((result) =>
      piecesOf(result).flatMap((tests, at): readonly SeenTrial[] => {
        const event = eventOf(result, target, fingerprints, at);
        return event === 'none' ? [] : [{ tests, event }];
      }),
    );
}

function piecesOf({ trial: { tests, forks } }: TrialResult): readonly (readonly TestId[])[] {
  if (forks === undefined) return [tests];
  let start = 0;
  return forks.map((length) => {
    start += length;
    return tests.slice(start - length, start);
  });
}

/** True if the same tests under these conditions always gave the same outcome. */
export function isSteady(
  seen: readonly TrialResult[],
  target: TestId,
  conditions: Conditions,
  fingerprints: Fingerprints,
): boolean {
  const did = new Map<string, string>();
  return seenUnder(seen, target, conditions, fingerprints).every(({ tests, event }) => {
    const key = tests.join('\0');
    const before = did.get(key) ?? event;
    did.set(key, event);
    return before === event;
  });
}
