/** Does the event still come when some tests are left out? Runs the others until it comes again or should have come. */
import type { Count } from '../../contract/evidence.ts';
import type { Reply, Step } from '../plan.ts';
import { logMarginal } from './log-marginal.ts';
import { learn, noneOf, type Round } from './round.ts';

export interface StillShows {
  readonly shows: boolean;
  readonly seen: Count;
}

/** With several culprits there are several such checks, and each may miss the next one. */
const ERROR = 0.02;
/** Nobody waits longer than this for a culprit that hardly ever strikes. */
const MOST_SILENT_RUNS = 60;

/**
 * Stops when culprits among them, as strong as those found (`found`: counts of theirs), would have stayed silent so long once in fifty
 * cases. An event that the background explains as well (`none`: the target alone) settles nothing; it asks for more silent runs.
 */
export function* stillShows(
  round: Round,
  others: readonly number[],
  found: Count,
  why: string,
): Generator<Step, StillShows, Reply> {
  const { search, log } = round;
  const none = noneOf(round);
  const p = cautiousRate(found);
  const q = Math.min(p / 2, (none.failures + 0.5) / (none.runs + 1));
  const perEvent = Math.log(p / q);
  const perSilence = Math.log(1 - p);
  const enough = -Math.log(ERROR);
  let seen: Count = { failures: 0, runs: 0 };
  let score = 0;
  while (Math.abs(score) < enough) {
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

/** The rate at which as many silent runs are needed as the uncertainty of `found` demands: two of two is not yet always. */
function cautiousRate(found: Count): number {
  const [a, b] = [found.failures + 0.5, found.runs - found.failures + 0.5];
  let silent = 1;
  while (silent < MOST_SILENT_RUNS && logMarginal(0, silent, a, b) > Math.log(ERROR)) silent += 1;
  // A hair more than needed, so that rounding does not ask for one run too many.
  return 1 - (ERROR * 0.999) ** (1 / silent);
}
