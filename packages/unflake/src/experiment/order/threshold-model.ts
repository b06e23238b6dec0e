/**
 * Where must a run start so that the event still comes? Fixed tests K, then a suffix of the candidates: the largest start whose suffix
 * still shows the event names the next test that is needed, however many are needed together.
 */

import type { RateFit } from '../statistics/rate-grid.ts';
import type { Model } from './choose-batch.ts';
import type { SubsetCosts } from './choose-subset.ts';
import { coinBits } from './information.ts';
import { ORDER_RATES } from './order-rates.ts';
import type { EventCount } from './subset-counts.ts';

export interface StartChoice {
  /** Candidates from here on run after K; their number means K alone. */
  readonly start: number;
  readonly chance: number;
}

export class ThresholdModel implements Model<StartChoice> {
  readonly #counts: readonly EventCount[];
  readonly #all: Readonly<EventCount>;
  readonly #none: Readonly<EventCount>;
  readonly #costs: SubsetCosts;
  readonly #logPrior: Float64Array;

  /** `costs.candidate` has an entry for each candidate; `costs.trial` includes K. `prior` has one entry more: for K alone. */
  constructor(all: Readonly<EventCount>, none: Readonly<EventCount>, costs: SubsetCosts, prior: Float64Array) {
    this.#counts = Array.from({ length: costs.candidate.length + 1 }, () => ({ events: 0, runs: 0 }));
    this.#all = all;
    this.#none = none;
    this.#costs = costs;
    this.#logPrior = prior.map((weight) => Math.log(weight));
  }

  observe({ start }: Pick<StartChoice, 'start'>, events: number, runs: number): void {
    this.#counts[start]!.events += events;
    this.#counts[start]!.runs += runs;
  }

  /** Posterior of each start being the largest that still shows the event, with the rates to expect then. */
  belief(): {
    readonly share: Float64Array;
    readonly fits: readonly RateFit[];
    readonly top: number;
    readonly entropy: number;
  } {
    const totals = this.#counts.reduce(addCounts, addCounts(this.#all, this.#none));
    const fits: RateFit[] = [];
    let inside = this.#all;
    for (const count of this.#counts) {
      const same = fits.at(-1);
      inside = addCounts(inside, count);
      const { events, runs } = inside;
      fits.push(
        same !== undefined && count.runs === 0
          ? same
          : ORDER_RATES.fit({ failures: events, runs }, { failures: totals.events - events, runs: totals.runs - runs }),
      );
    }
    const logs = fits.map((fit, start) => fit.logEvidence + this.#logPrior[start]!);
    const highest = logs.reduce((most, log) => Math.max(most, log), Number.NEGATIVE_INFINITY);
    const share = Float64Array.from(logs, (log) => Math.exp(log - highest));
    const total = share.reduce((sum, x) => sum + x, 0);
    let top = 0;
    let entropy = 0;
    for (let at = 0; at < share.length; at += 1) {
      share[at]! /= total;
      if (share[at]! > share[top]!) top = at;
      if (share[at]! > 0) entropy -= share[at]! * Math.log2(share[at]!);
    }
    return { share, fits, top, entropy };
  }

  choose(): StartChoice {
    const { share, fits } = this.belief();
    let chance = 0;
    let known = 0;
    for (let at = 0; at < share.length; at += 1) {
      chance += share[at]! * fits[at]!.q;
      known += share[at]! * coinBits(fits[at]!.q);
    }
    let cost = this.#costs.trial;
    let best = { worth: -1, start: share.length - 1, chance };
    for (let start = share.length - 1; start >= 1; start -= 1) {
      const { p, q } = fits[start]!;
      chance += share[start]! * (p - q);
      known += share[start]! * (coinBits(p) - coinBits(q));
      cost += this.#costs.candidate[start] ?? 0;
      const worth = (coinBits(chance) - known) / cost;
      if (worth > best.worth) best = { worth, start, chance };
    }
    return best;
  }

  /** What was seen with the event expected, if `start` is the largest that shows it, and what without. */
  split(start: number): { readonly inside: EventCount; readonly outside: EventCount } {
    const none = { events: 0, runs: 0 };
    return {
      inside: this.#counts.slice(0, start + 1).reduce(addCounts, none),
      outside: this.#counts.slice(start + 1).reduce(addCounts, none),
    };
  }
}

export function addCounts(a: Readonly<EventCount>, b: Readonly<EventCount>): EventCount {
  return { events: a.events + b.events, runs: a.runs + b.runs };
}
