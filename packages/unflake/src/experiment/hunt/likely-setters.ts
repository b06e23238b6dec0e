/** Tests that all rounds so far leave possible as the only ones that a brittle test needs: they ran before each of its passes and before none of its failures. */
import type { TestId } from '../../contract/test-id.ts';
import { runBefore } from './run-before.ts';
import type { Suspect } from './suspect.ts';

/** In the order in which they ran before its latest pass. */
export function likelySetters({ test, record, options }: Suspect): readonly TestId[] {
  let possible: readonly TestId[] | null = null;
  const excluded = new Set<TestId>();
  for (const { result, observation } of record.executionsOf(test)) {
    // A setting may be the cause of what happens under it.
    if (Object.keys(result.trial.conditions).length > 0) continue;
    const before = runBefore(result.trial, test, observation.run, options.can);
    if (observation.outcome !== 'passed') for (const other of before) excluded.add(other);
    else {
      const known: ReadonlySet<TestId> | null = possible === null ? null : new Set(possible);
      possible = [...new Set(before)].filter((other) => known === null || known.has(other));
    }
  }
  return (possible ?? []).filter((other) => other !== test && !excluded.has(other));
}
