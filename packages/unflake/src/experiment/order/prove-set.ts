/** Puts a set of tests to the proof on fresh trials, the target alone in between. */
import type { Count } from '../../contract/evidence.ts';
import type { PlanStep, Reply } from '../plan.ts';
import type { Culprits } from './find-single.ts';
import { FreshEvidence } from './fresh-evidence.ts';
import { learn, noneOf, type Round } from './round.ts';

const RATE_RUNS = 10;

/** Null when the first `limit` runs never showed the event, or three times as many did not prove it. */
export function* proveSet(
  round: Round,
  set: readonly number[],
  limit: number,
): Generator<PlanStep, { readonly fresh: FreshEvidence; readonly rate: number } | null, Reply> {
  const { log, search } = round;
  const fresh = new FreshEvidence(set, round.nextProof());
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

/**
 * Two events prove the set but say little about its rate, which decides how long the rest must stay without the event. More runs of the set
 * are cheap compared with runs of the whole rest. Nothing to measure if the event always occurred, with all candidates too.
 */
export function* measureRate(round: Round, { positions, fresh }: Culprits): Generator<PlanStep, Count, Reply> {
  const { log, search } = round;
  const { all } = search.known;
  const proof = fresh.with;
  while (!always(all) || !always(fresh.with)) {
    const missing = proof.runs + RATE_RUNS - fresh.with.runs;
    // Excludes the event at which the proof stopped, so that the count is unbiased.
    if (missing <= 0) return { failures: fresh.with.failures - 1, runs: fresh.with.runs - 1 };
    const size = Math.max(1, Math.min(search.jobs, missing, log.left));
    const subsets = new Array<readonly number[]>(size).fill(positions);
    const about = { doing: 'the culprits, then the target', why: 'how often they strike', trialsLeft: missing };
    const queries = yield* log.put(subsets, about, (query) => learn(round, query));
    for (const query of queries) fresh.add(query);
  }
  return { failures: all.failures + proof.failures, runs: all.runs + proof.runs };
}

const always = (count: Count) => count.runs > 0 && count.failures === count.runs;
