/** Puts a set of tests to the proof on fresh trials, the target alone in between. */
import type { Reply, Step } from '../plan.ts';
import { FreshEvidence } from './fresh-evidence.ts';
import { learn, noneOf, type Round } from './round.ts';

/** Null when the first `limit` runs never showed the event, or three times as many did not prove it. */
export function* proveSet(
  round: Round,
  set: readonly number[],
  limit: number,
): Generator<Step, { readonly fresh: FreshEvidence; readonly rate: number } | null, Reply> {
  const { log, search } = round;
  const fresh = new FreshEvidence(set);
  for (;;) {
    const { failures, runs } = fresh.with;
    if (fresh.isEnough(noneOf(round))) return { fresh, rate: failures / runs };
    if ((failures === 0 && runs >= limit) || runs >= 3 * limit) return null;
    const subsets = fresh.next(Math.max(1, Math.min(search.jobs, log.left)), Math.max(0.05, failures / (runs + 1)));
    const about = {
      doing: `${set.length} suspects together, then the target`,
      why: 'fresh trials show whether they are enough, and all needed',
    };
    const queries = yield* log.put(subsets, about, (query) => learn(round, query));
    for (const query of queries) fresh.add(query);
  }
}
