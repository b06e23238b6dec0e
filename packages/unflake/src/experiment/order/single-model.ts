/** The search for one culprit as a model: told what subsets did, it believes, and says which subset to try next. */
import type { Random } from '@unflake/testkit/random';
import { type Belief, believe, type RateClass } from './belief.ts';
import type { Model } from './choose-batch.ts';
import { type Costs, chooseSubset, type SubsetChoice } from './choose-subset.ts';
import { PairSample } from './pair-sample.ts';
import { SubsetCounts } from './subset-counts.ts';

export class SingleModel implements Model<SubsetChoice> {
  readonly counts: SubsetCounts;
  readonly #pairs: PairSample;
  readonly #logPrior: Float64Array;
  readonly #costs: Costs;
  #belief: Belief | null = null;

  /** `prior` and `costs` have an entry for each candidate; the prior need not sum to one. */
  constructor(prior: Float64Array, costs: Costs, random: Random) {
    const total = prior.reduce((sum, weight) => sum + weight, 0);
    this.counts = new SubsetCounts(prior.length);
    this.#pairs = new PairSample(prior.length, random);
    this.#logPrior = prior.map((weight) => Math.log(weight / total));
    this.#costs = costs;
  }

  observe({ subset }: Pick<SubsetChoice, 'subset'>, events: number, runs: number): void {
    this.counts.observe(subset, events, runs);
    this.#pairs.observe(subset, events, runs);
    this.#belief = null;
  }

  belief(): Belief {
    this.#belief ??= believe(this.counts, this.#pairs, this.#logPrior);
    return this.#belief;
  }

  choose(): SubsetChoice {
    return chooseSubset(this.belief(), this.#costs);
  }

  /** The rates to expect if this candidate is the culprit. */
  rates(position: number): RateClass {
    const belief = this.belief();
    return belief.classes[belief.classOf[position]!]!;
  }
}
