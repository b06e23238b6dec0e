/**
 * Confirms a suspect on fresh trials, alternating with the target alone; only these count. A search looks at many candidates, so the trials
 * that led to one of them cannot also prove it.
 */

import type { Count } from '../../contract/evidence.ts';
import type { Tally } from '../findings.ts';
import { BAYES_FACTOR } from '../statistics/thresholds.ts';
import { addTrial, NO_TALLY } from '../tally.ts';
import type { Query } from './order-log.ts';
import { ORDER_RATES } from './order-rates.ts';

const FRESH_EVENTS = 2;

export class FreshEvidence {
  readonly #suspects: readonly number[];
  readonly #nth: number;
  #with = NO_TALLY;
  #without = NO_TALLY;

  /** `nth`: 1 for the first suspect to be proved, 2 for the second, and so on. Later ones need more evidence (multiple comparisons). */
  constructor(suspects: readonly number[], nth: number) {
    this.#suspects = suspects;
    this.#nth = nth;
  }

  get with(): Tally {
    return this.#with;
  }
  get without(): Tally {
    return this.#without;
  }

  add(query: Query): void {
    const answer = { failed: query.event, trial: query.trial };
    if (query.subset.length === 0) this.#without = addTrial(this.#without, answer);
    else this.#with = addTrial(this.#with, answer);
  }

  /** The next subsets to run: suspects and the target alone alternate, so that drift of the machine affects both. */
  next(jobs: number, rate: number): readonly (readonly number[])[] {
    const missing = Math.max(1, Math.ceil((FRESH_EVENTS - this.#with.failures) / rate));
    let [withRuns, withoutRuns] = [this.#with.runs, this.#without.runs];
    const subsets: (readonly number[])[] = [];
    const wanted = Math.min(jobs, 2 * missing);
    while (subsets.length < wanted) {
      if (withoutRuns < withRuns) {
        subsets.push([]);
        withoutRuns += 1;
      } else {
        subsets.push(this.#suspects);
        withRuns += 1;
      }
    }
    return subsets;
  }

  /** `none`: all that is known of the target without any candidate, the fresh runs included. */
  isEnough(none: Count): boolean {
    if (this.#with.failures < FRESH_EVENTS || this.#without.runs === 0) return false;
    if (ORDER_RATES.logBayesFactor(this.#with, this.#without) < Math.log(BAYES_FACTOR.hint)) return false;
    return ORDER_RATES.logBayesFactor(this.#with, none) >= Math.log(BAYES_FACTOR.proof * this.#nth);
  }
}
