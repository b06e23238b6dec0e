/** Searches for one culprit by noisy group testing until a candidate stands out, then by fresh trials until it is proved or dropped. */

import { plural } from '../../text/plural.ts';
import { type PlanStep, type Reply, say } from '../plan.ts';
import { POSTERIOR } from '../statistics/thresholds.ts';
import type { OrderBelief } from './belief.ts';
import { chooseBatch } from './choose-batch.ts';
import type { SubsetChoice } from './choose-subset.ts';
import { FreshEvidence } from './fresh-evidence.ts';
import { capacity } from './information.ts';
import { firstRates, learn, noneOf, outlook, type Round } from './round.ts';

export interface Culprits {
  /** Positions among the search's candidates, ascending. */
  readonly positions: readonly number[];
  readonly fresh: FreshEvidence;
  /** How often the event is expected after them. */
  readonly rate: number;
}

export type SingleEnd =
  | { readonly kind: 'culprits'; readonly culprits: Culprits }
  | { readonly kind: 'no-order-effect' }
  /** No single candidate explains the trials, or it would take too long to tell which. */
  | { readonly kind: 'not-single' };

/** Rivals need more evidence than the trials with all and none. */
const MIN_SUBSETS = 6;
const MIN_ASKED = 8;

/** Called again, it goes on with what the model has learned since, and is as patient as before. */
export function* findSingle(round: Round): Generator<PlanStep, SingleEnd, Reply> {
  const { model, log, active } = round;
  const since = log.trials.length;
  const random = round.search.random.fork(`batch ${active.length}`);
  const patience = patienceOf(round);
  const fresh = new Map<number, FreshEvidence>();
  let subsets = 0;
  for (;;) {
    const belief = model.belief();
    const asked = log.trials.length - since;
    const standsOut = belief.topPosterior >= POSTERIOR.orderStandsOut * belief.single;
    const end = rivalEnd(belief, subsets, asked);
    if (end !== null) return end;
    if (asked >= patience && !standsOut) return { kind: 'not-single' };
    if (standsOut) {
      const position = active[belief.top]!;
      const known = fresh.get(position);
      const evidence = known ?? new FreshEvidence([position], round.nextProof());
      fresh.set(position, evidence);
      if (known === undefined) yield* say('bisect', suspectLine(round, position, asked));
      const rate = model.rates(belief.top).p;
      if (belief.topPosterior >= POSTERIOR.sure && evidence.isEnough(noneOf(round))) {
        return { kind: 'culprits', culprits: { positions: [position], fresh: evidence, rate } };
      }
      yield* prove(round, evidence, rate);
    } else {
      const size = Math.max(1, Math.min(round.search.jobs, log.left));
      const batch = chooseBatch<SubsetChoice>(model, size, random).map((choice) =>
        choice.subset.map((at) => active[at]!),
      );
      subsets += batch.length;
      yield* log.put(batch, aboutSubsets(round, batch), (query) => learn(round, query));
    }
  }
}

/** Trials after which a single culprit should have stood out: eight times the theoretical minimum. */
function patienceOf(round: Round): number {
  const { p, q } = firstRates(round);
  return Math.ceil((8 * Math.log2(round.active.length)) / capacity(p, q) + 15);
}

/** With few candidates one of them always stands out, so the trials of its proof decide. */
function rivalEnd(belief: OrderBelief, subsets: number, asked: number): SingleEnd | null {
  if (belief.none > POSTERIOR.noEffect && (subsets >= 3 || asked >= MIN_ASKED)) return { kind: 'no-order-effect' };
  if (!rivalsWin(belief) || (subsets < MIN_SUBSETS && asked < 2 * MIN_ASKED)) return null;
  const rivals = belief.pair + belief.size + belief.none;
  return { kind: belief.none > 0.6 * rivals ? 'no-order-effect' : 'not-single' };
}

export function rivalsWin({ pair, size, none }: OrderBelief): boolean {
  return pair + size + none > POSTERIOR.amongMany;
}

function suspectLine({ search }: Round, position: number, asked: number): string {
  const does = search.event === 'failure' ? 'makes it fail' : 'makes it pass';
  return `suspected after ${plural(asked, 'trial')}: ${search.candidates[position]} ${does}; fresh trials confirm or reject it`;
}

function* prove(round: Round, evidence: FreshEvidence, rate: number): Generator<PlanStep, void, Reply> {
  const { log, search } = round;
  const subsets = evidence.next(Math.max(1, Math.min(search.jobs, log.left)), rate);
  const alone = subsets.every((subset) => subset.length === 0);
  const about = {
    doing: alone ? 'the target without the suspect' : 'the suspect, then the target',
    why: 'one candidate stands out: fresh trials confirm or reject it',
    ...outlook(round),
  };
  const queries = yield* log.put(subsets, about, (query) => learn(round, query));
  for (const query of queries) evidence.add(query);
}

function aboutSubsets(round: Round, batch: readonly (readonly number[])[]) {
  const sizes = batch.map((subset) => subset.length).join(', ');
  return {
    doing: `${sizes} of ${round.active.length} earlier tests, then the target`,
    why: 'the most informative subset for its cost',
    ...outlook(round),
  };
}
