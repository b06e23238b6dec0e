/** Tests that never passed: run alone, to tell broken ones from those that others break. */
import type { TestId } from '../../contract/test-id.ts';
import type { Plan } from '../plan.ts';
import type { ResolvedHuntOptions } from './hunt-options.ts';
import type { HuntRecord } from './hunt-record.ts';
import { ALONE, Suspect } from './suspect.ts';

/** Runs alone of a test that never passed. */
const ALONE_RUNS = 2;
/** Of more tests than this the first are run alone; what all of them lack is the same. */
const MAX_TESTS = 20;

export function* runBrokenAlone(
  tests: readonly TestId[],
  context: { readonly options: ResolvedHuntOptions; readonly record: HuntRecord },
): Plan<void> {
  for (const test of tests.slice(0, MAX_TESTS)) {
    const suspect = new Suspect(context.record.failuresOf(test)[0]!, { ...context, why: 'it never passed so far' });
    for (let run = 0; run < ALONE_RUNS; run += 1) {
      const { event } = yield* suspect.run(ALONE);
      if (event === 'pass') break;
    }
  }
}
