/** Searches for tests that cause the event only together: repeated threshold searches, then proof and minimality. */

import type { PlanStep, Reply } from '../plan.ts';
import { POSTERIOR } from '../statistics/thresholds.ts';
import { chooseBatch } from './choose-batch.ts';
import type { SubsetCosts } from './choose-subset.ts';
import type { Culprits } from './find-single.ts';
import { capacity } from './information.ts';
import { proveSet } from './prove-set.ts';
import { firstRates, noneOf, type Round } from './round.ts';
import { stillShows } from './still-shows.ts';
import type { EventCount } from './subset-counts.ts';
import { addCounts, type StartChoice, ThresholdModel } from './threshold-model.ts';

const MAX_TOGETHER = 5;
const ATTEMPTS = 2;
/** Consecutive passes after which a set should have shown the event. */
const GIVE_UP_RUNS = 40;

export function* findJoint(round: Round): Generator<PlanStep, Culprits | null, Reply> {
  const { p, q } = firstRates(round);
  const patience = Math.min(600, Math.ceil(80 + (6 * Math.log2(round.active.length + 1)) / capacity(p, q)));
  const deadline = round.log.trials.length + patience;
  const none = noneOf(round);
  let seen = { all: eventCount(round.all), none: eventCount(none) };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = yield* needed(round, seen, deadline);
    if (found === null) return null;
    seen = found.seen;
    if (found.set.length === 0) continue;
    const proved = yield* proveSet(round, found.set, GIVE_UP_RUNS);
    if (proved === null) continue;
    return yield* minimal(round, { positions: found.set, ...proved });
  }
  return null;
}

interface Seen {
  readonly all: EventCount;
  readonly none: EventCount;
}

/** Adds the last test needed, then the one before it, until the set suffices; null if the limit is reached. */
function* needed(
  round: Round,
  before: Seen,
  deadline: number,
): Generator<PlanStep, { readonly set: readonly number[]; readonly seen: Seen } | null, Reply> {
  let seen = before;
  let set: readonly number[] = [];
  let rest = round.active;
  while (set.length < MAX_TOGETHER) {
    const model = new ThresholdModel(seen.all, seen.none, costsWith(round, set, rest), priorOf(set, rest));
    const start = yield* largestStart(round, model, set, rest, deadline);
    if (start === null) return null;
    const { inside, outside } = model.split(start);
    seen = { all: addCounts(seen.all, inside), none: addCounts(seen.none, outside) };
    if (start === rest.length) return { set, seen };
    set = [...set, rest[start]!].sort((a, b) => a - b);
    rest = rest.slice(start + 1);
  }
  return { set: [], seen };
}

function* largestStart(
  round: Round,
  model: ThresholdModel,
  set: readonly number[],
  rest: readonly number[],
  deadline: number,
): Generator<PlanStep, number | null, Reply> {
  const { log, search } = round;
  const random = search.random.fork(`joint ${set.join(' ')} ${log.trials.length}`);
  for (;;) {
    const belief = model.belief();
    if (belief.share[belief.top]! >= POSTERIOR.namesCause) return belief.top;
    if (log.trials.length >= deadline) return null;
    const size = Math.max(1, Math.min(search.jobs, log.left));
    const batch = chooseBatch<StartChoice>(model, size, random);
    const subsets = batch.map(({ start }) => [...set, ...rest.slice(start)].sort((a, b) => a - b));
    // This search assumes that some tests matter; the single search knows how certain that is.
    const rivals = round.model.belief();
    const about = {
      doing: `${subsets.map((subset) => subset.length).join(', ')} of ${round.active.length} earlier tests, then the target`,
      why: 'no single test explains it: looking for tests that do it together',
      belief: {
        claim: claimOf(round, set, rest[belief.top]),
        probability: belief.share[belief.top]! * (1 - rivals.size - rivals.none),
      },
      trialsLeft: Math.min(log.left, deadline - log.trials.length),
    };
    // The single search must not learn from these trials: a suffix singles out one test of a set that acts only together.
    yield* log.put(subsets, about, (query, at) => {
      model.observe(batch[at]!, query.event ? 1 : 0, 1);
      return model.belief().entropy;
    });
  }
}

/** `next` is undefined when those found seem to be enough. */
function claimOf(round: Round, found: readonly number[], next: number | undefined): string {
  const nameOf = (position: number) => round.search.candidates[position]!;
  if (next !== undefined) return `${nameOf(next)} is needed`;
  return found.length === 0 ? 'no earlier test is needed' : `${found.map(nameOf).join(' + ')}: enough together`;
}

/** Drops every test whose removal leaves a set that is still enough. */
function* minimal(round: Round, proved: Culprits): Generator<PlanStep, Culprits, Reply> {
  let least = proved;
  for (const position of proved.positions) {
    const fewer = least.positions.filter((other) => other !== position);
    if (fewer.length === 0) continue;
    const { shows } = yield* stillShows(round, fewer, least.fresh.with, 'whether each of the suspects is needed');
    const enough = shows ? yield* proveSet(round, fewer, GIVE_UP_RUNS) : null;
    if (enough !== null) least = { positions: fewer, ...enough };
  }
  return least;
}

/** That those found are enough is as likely beforehand as that any other is needed too. */
function priorOf(set: readonly number[], rest: readonly number[]): Float64Array {
  const prior = new Float64Array(rest.length + 1).fill(1 / (rest.length + 1));
  if (set.length > 0) prior[rest.length] = 1;
  return prior;
}

function costsWith(round: Round, set: readonly number[], rest: readonly number[]): SubsetCosts {
  const costOf = new Map(round.active.map((position, at) => [position, round.costs.candidate[at]!]));
  return {
    candidate: Float64Array.from(rest, (position) => costOf.get(position)!),
    trial: set.reduce((sum, position) => sum + costOf.get(position)!, round.costs.trial),
  };
}

const eventCount = (count: { failures: number; runs: number }) => ({ events: count.failures, runs: count.runs });
