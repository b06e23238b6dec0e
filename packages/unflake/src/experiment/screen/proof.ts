/**
 * Confirms an explanation on fresh trials, active and inactive alternating; only these count. A screening weighs hundreds of explanations,
 * so the trials that led to one of them cannot also prove it.
 */

import type { Count } from '../../contract/evidence.ts';
import type { Tally } from '../findings.ts';
import { BAYES_FACTOR, POSTERIOR } from '../statistics/thresholds.ts';
import { addTrial, mergeTallies, NO_TALLY } from '../tally.ts';
import { allBut, type ScreenFactor, type Vector, vectorOf } from './factor.ts';
import type { ScreenHypothesis } from './hypotheses.ts';
import { SCREEN_RATES } from './rates.ts';
import type { Answer } from './screen-log.ts';

const FRESH_FAILURES = 2;

export class Proof {
  readonly active: readonly Vector[];
  readonly #inactive: readonly Vector[];
  readonly #single: boolean;
  readonly #rivalFactor: number;
  readonly #nth: number;
  readonly #tallies = new Map<Vector, Tally>();
  readonly #asked = { active: 0, inactive: 0 };

  /** `nth`: 1 for the first explanation to be proved, 2 for the second, and so on. Later ones need more evidence. */
  constructor(hypothesis: ScreenHypothesis, factors: readonly ScreenFactor[], nth: number) {
    const { active, rivals } = armsOf(hypothesis, factors);
    this.active = active;
    this.#inactive = [...rivals, vectorOf(factors.length)];
    this.#single = hypothesis.kind === 'single';
    this.#rivalFactor = hypothesis.kind === 'unless' ? BAYES_FACTOR.suppressed : BAYES_FACTOR.rival;
    this.#nth = nth;
  }

  get with(): Tally {
    return this.active.map((vector) => this.#of(vector)).reduce(mergeTallies);
  }
  get without(): Tally {
    return this.#inactive.map((vector) => this.#of(vector)).reduce(mergeTallies);
  }

  /** Active and inactive alternate, so that drift of the machine affects both; so do the arms of each side. */
  next(size: number): readonly Vector[] {
    const vectors: Vector[] = [];
    const asked = this.#asked;
    while (vectors.length < size) {
      const side = asked.inactive < asked.active ? 'inactive' : 'active';
      const arms = side === 'inactive' ? this.#inactive : this.active;
      vectors.push(arms[asked[side] % arms.length]!);
      asked[side] += 1;
    }
    return vectors;
  }

  add(vector: Vector, answer: Answer): void {
    this.#tallies.set(vector, addTrial(this.#of(vector), answer));
  }

  /** `off`: all that is known with every factor off, the fresh runs included; `posterior`: what all trials together say. */
  isEnough(off: Count, posterior: number): boolean {
    const active = this.with;
    const rivals = this.#inactive.slice(0, -1).map((vector) => this.#of(vector));
    if (active.failures < FRESH_FAILURES || this.active.some((vector) => this.#of(vector).failures === 0)) return false;
    if (SCREEN_RATES.logBayesFactor(active, this.without) < Math.log(BAYES_FACTOR.hint)) return false;
    const clear = Math.log(this.#single && posterior >= POSTERIOR.unrivalled ? BAYES_FACTOR.hint : this.#rivalFactor);
    if (rivals.some((rival) => SCREEN_RATES.logBayesFactor(active, rival) < clear)) return false;
    const inactive = rivals.reduce((sum: Count, { failures, runs }) => {
      return { failures: sum.failures + failures, runs: sum.runs + runs };
    }, off);
    return SCREEN_RATES.logBayesFactor(active, inactive) >= Math.log(BAYES_FACTOR.proof * this.#nth);
  }

  #of(vector: Vector): Tally {
    return this.#tallies.get(vector) ?? NO_TALLY;
  }
}

/**
 * The minimal factors that should cause the failure, and vectors besides "all off" that should not, but would under the nearest rival. For
 * a single factor that is everything else turned on, which would show a second cause.
 */
function armsOf({ kind, first, second }: ScreenHypothesis, factors: readonly ScreenFactor[]) {
  const on = (...positions: readonly number[]) => vectorOf(factors.length, ...positions);
  switch (kind) {
    case 'none':
      throw new RangeError('that nothing matters has no proof');
    case 'single':
      return { active: [on(first)], rivals: others(factors, first) };
    case 'either':
      return { active: [on(first), on(second)], rivals: others(factors, first, second) };
    case 'both':
      return { active: [on(first, second)], rivals: [on(first), on(second)] };
    case 'unless':
      return { active: [on(first)], rivals: [on(first, second)] };
    default:
      return kind satisfies never;
  }
}

/** Where nothing else can be combined there is no such vector. */
function others(factors: readonly ScreenFactor[], ...left: readonly number[]): readonly Vector[] {
  const vector = allBut(factors, left);
  return vector.includes(1) ? [vector] : [];
}
