/**
 * One round of the search: the remaining candidates, their costs, and what is known about them. The first round has all candidates; after a
 * culprit is found, the next continues without it and with every earlier trial in which it did not run.
 */
import type { Count } from '../../contract/evidence.ts';
import type { SubsetCosts } from './choose-subset.ts';
import { capacity } from './information.ts';
import type { OrderLog, OrderStepText, Query } from './order-log.ts';
import type { OrderSearch } from './order-search.ts';
import { SingleModel } from './single-model.ts';

export interface Round {
  readonly search: OrderSearch;
  readonly log: OrderLog;
  /** Positions among the search's candidates, ascending; the model counts along this list. */
  readonly active: readonly number[];
  readonly costs: SubsetCosts;
  /** Events with all of the active candidates before the target. */
  readonly all: Count;
  readonly model: SingleModel;
  /** Counts the suspects put to the proof, over all rounds. */
  readonly nextProof: () => number;
}

/**
 * Greedy bits per cost would split a large suite into cheap slices that almost never show the event. Adding this share of the suite to the
 * cost of every trial saves a third of the trials among 5,000 tests, in the same time.
 */
const MIN_SHARE = 0.06;
/** A prior is a hint: a useless one must not cost more than a good one saves. */
const MAX_PRIOR_RATIO = 20;

/** `all` is taken into the model in the first round only: later, the trials with all that is left are in the log. */
export function openRound(
  search: OrderSearch,
  log: OrderLog,
  active: readonly number[],
  all: Count,
  nextProof: () => number,
): Round {
  const costs = costsOf(search, active);
  const model = new SingleModel(priorOf(search, active), costs, search.random.fork(`pairs ${active.length}`));
  const round = { search, log, active, costs, all, model, nextProof };
  const first = active.length === search.candidates.length;
  if (first) model.observe({ subset: active.map((_, at) => at) }, all.failures, all.runs);
  model.observe({ subset: [] }, search.known.none.failures, search.known.none.runs);
  for (const query of log.queries) observe(round, query);
  return round;
}

/** Takes a query into the model, if it is about active candidates only; returns the bits still unknown. */
export function learn(round: Round, query: Query): number {
  observe(round, query);
  return round.model.belief().entropy;
}

function observe(round: Round, query: Query): void {
  const local = localOf(round.active, query.subset);
  if (local !== null) round.model.observe({ subset: local }, query.event ? 1 : 0, 1);
}

/** Events so far without any candidate, whatever was known before included. */
export function noneOf(round: Round): Count {
  const { events, runs } = round.model.counts.none;
  return { failures: events, runs };
}

/** Rough rates before any subset was tried: what the trials with all and with none say. */
export function firstRates(round: Round): { readonly p: number; readonly q: number } {
  const none = noneOf(round);
  const p = Math.min(0.98, round.all.failures / (round.all.runs + 1) + 0.01);
  return { p, q: Math.min(p / 2, (none.failures + 0.5) / (none.runs + 5)) };
}

/** What the live view is told: the leading suspect and about how many trials are left. */
export function outlook(round: Round): Pick<OrderStepText, 'belief' | 'trialsLeft'> {
  const { search, model, active } = round;
  const belief = model.belief();
  const rates = model.rates(belief.top);
  const effect = search.event === 'failure' ? 'fail' : 'pass';
  const left = belief.entropy / capacity(rates.p, rates.q) + 2 / rates.p;
  return {
    belief: {
      claim: `${search.candidates[active[belief.top]!]} makes it ${effect}`,
      probability: belief.topPosterior,
    },
    trialsLeft: Math.min(round.log.left, Math.ceil(left)),
  };
}

/** Positions along `active` of an ascending subset; null when one of them is not active. */
function localOf(active: readonly number[], subset: readonly number[]): readonly number[] | null {
  const local: number[] = [];
  let at = 0;
  for (const position of subset) {
    while (at < active.length && active[at]! < position) at += 1;
    if (active[at] !== position) return null;
    local.push(at);
  }
  return local;
}

function costsOf(search: OrderSearch, active: readonly number[]): SubsetCosts {
  const ms = (test: (typeof search.candidates)[number]) => {
    const measured = search.duration(test);
    return Number.isFinite(measured) && measured > 0 ? measured : 1;
  };
  const start = Math.max(0, search.startupMs) + ms(search.target);
  const candidate = Float64Array.from(active, (position) => ms(search.candidates[position]!));
  const everything = candidate.reduce((sum, cost) => sum + cost, 0);
  return {
    candidate,
    trial: search.fixed.reduce((sum, test) => sum + ms(test), start + MIN_SHARE * everything),
  };
}

function priorOf(search: OrderSearch, active: readonly number[]): Float64Array {
  const { prior } = search;
  if (prior === undefined) return new Float64Array(active.length).fill(1);
  const weights = active.map((position) => prior(search.candidates[position]!));
  const positive = weights.filter((weight) => weight > 0 && Number.isFinite(weight));
  const lowest = positive.reduce((least, weight) => Math.min(least, weight), Number.POSITIVE_INFINITY);
  return Float64Array.from(weights, (weight) => (weight > lowest ? Math.min(weight / lowest, MAX_PRIOR_RATIO) : 1));
}
