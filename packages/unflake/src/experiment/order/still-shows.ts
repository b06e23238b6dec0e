/** Does the event still come when some tests are left out? Runs the others until it comes again or should have come. */
import type { Count } from '../../contract/evidence.ts';
import type { PlanStep, Reply } from '../plan.ts';
import { NO_TALLY } from '../tally.ts';
import { logMarginal } from './log-marginal.ts';
import { learn, noneOf, type Round } from './round.ts';

export interface StillShows {
  readonly shows: boolean;
  readonly seen: Count;
}

/** With several culprits there are several such checks, and each may miss the next one. */
const ERROR = 0.005;
/** Nobody waits longer than this for a culprit that hardly ever strikes. */
const MAX_RUNS_WITHOUT_SIGNAL = 60;

/**
 * Stops when culprits among them, as strong as those found (`found`: counts of theirs), would have stayed silent so long once in two
 * hundred cases. An event that the background explains as well (`none`: the target alone) settles nothing; it asks for more silent
 * runs. `heard`: how often each of them ran before without the event, where one of them could be a culprit by itself.
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
  const enough = -Math.log(ERROR);
  let seen: Count = NO_TALLY;
  let score = 0;
  while (
    Math.abs(score) < enough &&
    (seen.failures > 0 || seen.runs === 0 || missed(found, observed, seen.runs) > ERROR)
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

/** The chance that a culprit, one of them as likely as the other, was silent in all its runs before and in `silent` more. */
function missed(found: Count, observed: readonly number[], noSignal: number): number {
  const each = observed.map((times) => Math.exp(logMarginal(0, times + noSignal, ...strength(found))));
  return each.reduce((sum, chance) => sum + chance, 0) / each.length;
}

const strength = ({ failures, runs }: Count) => [failures + 0.5, runs - failures + 0.5] as const;

/** The rate at which as many silent runs are needed as the uncertainty of `found` demands: two of two is not yet always. */
function cautiousRate(found: Count): number {
  let noSignal = 1;
  while (noSignal < MAX_RUNS_WITHOUT_SIGNAL && missed(found, [0], noSignal) > ERROR) noSignal += 1;
  // A hair more than needed, so that rounding does not ask for one run too many.
  return 1 - (ERROR * 0.999) ** (1 / noSignal);
}
