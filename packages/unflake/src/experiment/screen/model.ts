/** The model of a screening: learns what vectors did and proposes the next one. */

import type { Random } from '@unflake/testkit/random';
import type { Count } from '../../contract/evidence.ts';
import type { Model } from '../order/choose-batch.ts';
import { fitCommonRate, type RateFit } from '../statistics/rate-grid.ts';
import { chooseVector, type VectorChoice } from './choose-vector.ts';
import type { ScreenFactor } from './factor.ts';
import { hypothesesOf, isActive, type ScreenHypothesis } from './hypotheses.ts';
import { SCREEN_RATES, STEADY_RATES } from './rates.ts';
import type { ScreenBelief } from './screen-belief.ts';

export class ScreenModel implements Model<VectorChoice> {
  readonly hypotheses: readonly ScreenHypothesis[];
  readonly #factors: readonly ScreenFactor[];
  readonly #random: Random;
  readonly #activeFailures: Int32Array;
  readonly #activeRuns: Int32Array;
  #failures = 0;
  #runs = 0;
  #belief: ScreenBelief | null = null;

  constructor(factors: readonly ScreenFactor[], random: Random) {
    this.#factors = factors;
    this.#random = random;
    this.hypotheses = hypothesesOf(factors);
    this.#activeFailures = new Int32Array(this.hypotheses.length);
    this.#activeRuns = new Int32Array(this.hypotheses.length);
  }

  observe({ vector }: Pick<VectorChoice, 'vector'>, failures: number, runs: number): void {
    for (const [at, hypothesis] of this.hypotheses.entries()) {
      if (!isActive(hypothesis, vector)) continue;
      this.#activeFailures[at]! += failures;
      this.#activeRuns[at]! += runs;
    }
    this.#failures += failures;
    this.#runs += runs;
    this.#belief = null;
  }

  belief(): ScreenBelief {
    this.#belief ??= this.#believe();
    return this.#belief;
  }

  choose(): VectorChoice {
    return chooseVector(this.#factors, this.hypotheses, this.belief(), this.#random);
  }

  /** All runs in which the hypothesis is active, and all others. */
  countsOf(hypothesis: ScreenHypothesis): { readonly active: Count; readonly inactive: Count } {
    const at = this.hypotheses.indexOf(hypothesis);
    const active = { failures: this.#activeFailures[at]!, runs: this.#activeRuns[at]! };
    return { active, inactive: this.#rest(active) };
  }

  #believe(): ScreenBelief {
    const fits = this.#fits();
    const logs = Float64Array.from(fits, (fit, at) => this.hypotheses[at]!.logPrior + fit.logEvidence);
    const highest = logs.reduce((most, log) => Math.max(most, log));
    const weights = logs.map((log) => Math.exp(log - highest));
    const sum = weights.reduce((all, weight) => all + weight, 0);
    const posterior = weights.map((weight) => weight / sum);
    let top = -1;
    let none = 0;
    for (const [at, { kind }] of this.hypotheses.entries()) {
      if (kind === 'none') none = posterior[at]!;
      else if (top < 0 || posterior[at]! > posterior[top]!) top = at;
    }
    return { posterior, fits, top, topPosterior: posterior[top] ?? 0, none };
  }

  /** Most hypotheses share their counts with others; each pair of counts is fitted once. */
  #fits(): readonly RateFit[] {
    const known = new Map<number, RateFit>();
    return this.hypotheses.map(({ kind, sure }, at) => {
      if (kind === 'none') return fitCommonRate({ failures: this.#failures, runs: this.#runs });
      const active = { failures: this.#activeFailures[at]!, runs: this.#activeRuns[at]! };
      const key = (active.failures * (this.#runs + 1) + active.runs) * 2 + (sure ? 1 : 0);
      const fit = known.get(key) ?? (sure ? STEADY_RATES : SCREEN_RATES).fit(active, this.#rest(active));
      known.set(key, fit);
      return fit;
    });
  }

  #rest({ failures, runs }: Count): Count {
    return { failures: this.#failures - failures, runs: this.#runs - runs };
  }
}
