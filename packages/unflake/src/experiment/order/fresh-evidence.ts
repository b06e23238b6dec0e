/**
 * The second opinion: a suspect found by a search is run again, the target alone in between, and only these fresh trials count. A search
 * looks at many candidates, so the trials that led it to one of them cannot also prove it.
 */
import type { Count } from '../../contract/evidence.ts';
import type { TrialId } from '../../contract/trial.ts';
import type { Tally } from '../findings.ts';
import { logMarginal } from './log-marginal.ts';
import type { Query } from './order-log.ts';
import { fitRates } from './rate-grid.ts';

/** How much likelier the fresh counts must be if the suspect matters than if it does not. */
const BAYES_FACTOR = 20;
const FRESH_EVENTS = 2;

export class FreshEvidence {
  readonly #suspects: readonly number[];
  #with: Tally = nothing;
  #without: Tally = nothing;

  constructor(suspects: readonly number[]) {
    this.#suspects = suspects;
  }

  get with(): Tally {
    return this.#with;
  }
  get without(): Tally {
    return this.#without;
  }

  add(query: Query): void {
    if (query.subset.length === 0) this.#without = plus(this.#without, query.event, query.trial);
    else this.#with = plus(this.#with, query.event, query.trial);
  }

  /** The next subsets to run: the suspects, and after every second time the target without them. */
  next(jobs: number, rate: number): readonly (readonly number[])[] {
    const missing = Math.max(1, Math.ceil((FRESH_EVENTS - this.#with.failures) / rate));
    let [withRuns, withoutRuns] = [this.#with.runs, this.#without.runs];
    const subsets: (readonly number[])[] = [];
    const wanted = Math.min(jobs, missing + Math.ceil(missing / 2));
    while (subsets.length < wanted) {
      if (withoutRuns < withRuns / 2) {
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
    return logBayesFactor(this.#with, none) >= Math.log(BAYES_FACTOR);
  }
}

/** log of how much likelier the two counts are under two rates far apart than under one common rate. */
export function logBayesFactor(withSuspect: Count, none: Count): number {
  const apart = fitRates(withSuspect.failures, withSuspect.runs, none.failures, none.runs).logEvidence;
  return apart - logMarginal(withSuspect.failures + none.failures, withSuspect.runs + none.runs, 1, 1);
}

const nothing: Tally = { failures: 0, runs: 0, trials: [] };

function plus(tally: Tally, event: boolean, trial: TrialId): Tally {
  return {
    failures: tally.failures + (event ? 1 : 0),
    runs: tally.runs + 1,
    trials: [...tally.trials, trial],
  };
}
