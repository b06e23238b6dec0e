/**
 * What ran between a pass of a test and its next execution in the same process, which failed: the polluter is among these, whatever cleaned up
 * after it elsewhere. In a circuit over all pairs they are often one or two tests.
 */
import type { TestId } from '../../contract/test-id.ts';
import { lastOccurrences, runBefore } from './run-before.ts';
import type { Suspect } from './suspect.ts';

/** The shortest lists first, and each once. Of trials without settings. */
export function sinceLastPass({ test, record, options }: Suspect): readonly (readonly TestId[])[] {
  const passed = new Set(
    record
      .executionsOf(test)
      .filter(({ observation }) => observation.outcome === 'passed')
      .map(({ result, observation }) => `${result.id} ${observation.run}`),
  );
  const lists = record.failuresOf(test).flatMap(({ result: { id, trial }, observation: { run } }) => {
    if (Object.keys(trial.conditions).length > 0 || !passed.has(`${id} ${run - 1}`)) return [];
    const until = runBefore(trial, test, run, options.can);
    const from = runBefore(trial, test, run - 1, options.can).length;
    // A fork of its own begins anew.
    if (until[from] !== test) return [];
    return [lastOccurrences(until.slice(from + 1).filter((other) => other !== test))];
  });
  return lists.filter((list) => list.length > 0).toSorted((a, b) => a.length - b.length);
}
