/** Checks whether the event still occurs without some tests. Runs the others until it occurs or should have occurred. */

import type { Count } from '../../contract/evidence.ts';
import type { PlanStep, Reply } from '../plan.ts';
import { JEFFREYS, logSequenceMarginal } from '../statistics/beta-binomial.ts';
import { ERROR_RATE } from '../statistics/thresholds.ts';
import { NO_TALLY } from '../tally.ts';
import { learn, noneOf, type Round } from './round.ts';

export interface StillShows {
  readonly shows: boolean;
  readonly seen: Count;
}

/** Upper bound on the runs spent on a culprit that hardly ever acts. */
const MAX_RUNS_WITHOUT_SIGNAL = 60;

/**
 * Stops when culprits as strong as those found (`found`: their counts) would have shown no event for so long only once in 200 cases. An
 * event that the background also explains (`none`: the target alone) settles nothing and asks for more runs. `observed`: how often each
 * test ran earlier without the event, if one could be a culprit alone.
 */
export function* stillShows(
  round: Round,
  others: readonly number[],
  found: Count,
  why: string,
  observed: readonly number[] = [0],
): Generator<PlanStep, StillShows, Reply> {
  const { search, log } = round;
  const none = noneOf(round);
  const p = cautiousRate(found);
  const q = Math.min(p / 2, (none.failures + 0.5) / (none.runs + 1));
  const perEvent = Math.log(p / q);
  const perSilence = Math.log(1 - p);
  const enough = -Math.log(ERROR_RATE.noneLeft);
  let seen: Count = NO_TALLY;
  let score = 0;
  while (
    Math.abs(score) < enough &&
    (seen.failures > 0 || seen.runs === 0 || missed(found, observed, seen.runs) > ERROR_RATE.noneLeft)
  ) {
    const missing = Math.ceil((-enough - score) / perSilence);
    const about = {
      doing: `${others.length} of ${search.candidates.length} earlier tests, then the target`,
      why,
      trialsLeft: Math.min(log.left, missing),
    };
    const size = Math.max(1, Math.min(search.jobs, missing, log.left));
    const queries = yield* log.put(new Array(size).fill(others), about, (query) => learn(round, query));
    for (const { event } of queries) {
      seen = { failures: seen.failures + (event ? 1 : 0), runs: seen.runs + 1 };
      score += event ? perEvent : perSilence;
    }
  }
  return { shows: score > 0, seen };
}

/** The probability that a culprit, each equally likely, showed no event in all its earlier runs and in `noSignal` more. */
function missed(found: Count, observed: readonly number[], noSignal: number): number {
  const each = observed.map((times) =>
    Math.exp(logSequenceMarginal({ failures: 0, runs: times + noSignal }, strength(found))),
  );
  return each.reduce((sum, chance) => sum + chance, 0) / each.length;
}

const strength = ({ failures, runs }: Count) => ({
  a: JEFFREYS.a + failures,
  b: JEFFREYS.b + runs - failures,
});

/** The rate that needs as many runs without an event as the uncertainty of `found` demands: two of two is not yet always. */
function cautiousRate(found: Count): number {
  let noSignal = 1;
  while (noSignal < MAX_RUNS_WITHOUT_SIGNAL && missed(found, [0], noSignal) > ERROR_RATE.noneLeft) noSignal += 1;
  // A hair more than needed, so that rounding does not ask for one run too many.
  return 1 - (ERROR_RATE.noneLeft * 0.999) ** (1 / noSignal);
}
