/**
 * A sum over hypotheses of a constant plus an amount when active, as a quadratic form in the vector: whether a pair is active depends on
 * each factor and on both together, so hundreds of hypotheses need not be evaluated one by one.
 */
import type { ScreenHypothesis } from './hypotheses.ts';

export class Quadratic {
  readonly #size: number;
  readonly #linear: Float64Array;
  /** By first and second factor, the first being the lower. */
  readonly #pairs: Float64Array;
  #constant = 0;

  constructor(size: number) {
    this.#size = size;
    this.#linear = new Float64Array(size);
    this.#pairs = new Float64Array(size * size);
  }

  add({ kind, first, second }: ScreenHypothesis, always: number, active: number): void {
    this.#constant += always;
    switch (kind) {
      case 'none':
        return;
      case 'single':
        this.#linear[first]! += active;
        return;
      case 'either':
        this.#linear[first]! += active;
        this.#linear[second]! += active;
        this.#addPair(first, second, -active);
        return;
      case 'both':
        this.#addPair(first, second, active);
        return;
      case 'unless':
        this.#linear[first]! += active;
        this.#addPair(first, second, -active);
        return;
      default:
        kind satisfies never;
    }
  }

  /** `on`: positions of the factors that are on, ascending. */
  at(on: readonly number[]): number {
    let sum = this.#constant;
    for (let i = 0; i < on.length; i += 1) {
      const row = on[i]! * this.#size;
      sum += this.#linear[on[i]!]!;
      for (let j = i + 1; j < on.length; j += 1) sum += this.#pairs[row + on[j]!]!;
    }
    return sum;
  }

  #addPair(a: number, b: number, amount: number): void {
    this.#pairs[Math.min(a, b) * this.#size + Math.max(a, b)]! += amount;
  }
}
