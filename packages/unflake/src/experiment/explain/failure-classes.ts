/**
 * The observed failures of the target, grouped by outcome, type and top frame, most frequent first, with the message of the first of each
 * group.
 */
import type { FailureClass } from '../../contract/diagnosis.ts';
import { isFailure } from '../../contract/outcome.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { TrialId, TrialResult } from '../../contract/trial.ts';
import { failureClassOf } from '../counted-failures.ts';
import { fingerprintOf } from '../event-of.ts';

/** A reader recognises a failure by its first lines; the report of the runner has the rest. */
const MAX_LINES = 12;
const MAX_LINE = 400;

/** Every repetition counts. A plain command reports only that something failed, so its failures belong to no class. */
export function failureClasses(seen: readonly TrialResult[], target: TestId): readonly FailureClass[] {
  const classes = new Map<string, FailureClass & { count: number; readonly trials: TrialId[] }>();
  for (const { id, trial, observations } of seen) {
    if (trial.mode === 'plain') continue;
    for (const observation of observations) {
      const { test, outcome, message = '' } = observation;
      if (test !== target || !isFailure(outcome)) continue;
      const own = failureClassOf(observation);
      const fingerprint = fingerprintOf(observation);
      const known = classes.get(own);
      if (known === undefined)
        classes.set(own, { fingerprint, outcome, message: firstLines(message), count: 1, trials: [id] });
      else {
        known.count += 1;
        if (known.trials.at(-1) !== id) known.trials.push(id);
      }
    }
  }
  return [...classes.values()].toSorted((a, b) => b.count - a.count);
}

function firstLines(message: string): string {
  const lines = message.trim().split('\n');
  const shown = lines
    .slice(0, MAX_LINES)
    .map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line));
  return [...shown, ...(lines.length > MAX_LINES ? ['…'] : [])].join('\n');
}
