/** The model of the single search: learns what subsets did and proposes the next one. */
import type { Random } from '@unflake/testkit/random';
import { believe, type OrderBelief } from './belief.ts';
import type { Model } from './choose-batch.ts';
import { chooseSubset, type SubsetChoice, type SubsetCosts } from './choose-subset.ts';
import { PairSample } from './pair-sample.ts';
import { type RateClass, type SingleShares, shareAmong } from './single-shares.ts';
import { SubsetCounts } from './subset-counts.ts';

export class SingleModel implements Model<SubsetChoice> {
  readonly counts: SubsetCounts;
  readonly #pairs: PairSample;
  readonly #logPrior: Float64Array;
  readonly #costs: SubsetCosts;
  #shares: SingleShares | null = null;
  #belief: OrderBelief | null = null;

  /** `prior` and `costs` have an entry for each candidate; the prior need not sum to one. */
  constructor(prior: Float64Array, costs: SubsetCosts, random: Random) {
    const total = prior.reduce((sum, weight) => sum + weight, 0);
    this.counts = new SubsetCounts(prior.length);
    this.#pairs = new PairSample(prior.length, random);
    this.#logPrior = prior.map((weight) => Math.log(weight / total));
    this.#costs = costs;
  }

  observe({ subset }: Pick<SubsetChoice, 'subset'>, events: number, runs: number): void {
    this.counts.observe(subset, events, runs);
    this.#pairs.observe(subset, events, runs);
    this.#shares = null;
    this.#belief = null;
  }

  belief(): OrderBelief {
    this.#belief ??= believe(this.shares(), this.counts, this.#pairs);
    return this.#belief;
  }

  shares(): SingleShares {
    this.#shares ??= shareAmong(this.counts, this.#logPrior);
    return this.#shares;
  }

  choose(): SubsetChoice {
    return chooseSubset(this.shares(), this.#costs);
  }

  /** The rates to expect if this candidate is the culprit. */
  rates(position: number): RateClass {
    const { classOf, classes } = this.shares();
    return classes[classOf[position]!]!;
  }
}
