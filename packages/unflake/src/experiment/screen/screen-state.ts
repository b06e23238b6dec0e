/**
 * The state of a screening: every answer, the model, and the factors that disturb the target. A disturbing factor is tried only alone; one
 * that disturbs alone as well is dropped.
 */
import type { Count } from '../../contract/evidence.ts';
import { NoSignal } from '../no-signal.ts';
import type { PlanStep, Reply } from '../plan.ts';
import {
  type ScreenFactor,
  type ScreenOptions,
  type Vector,
  vectorConditions,
  vectorLabel,
  vectorOf,
} from './factor.ts';
import { ScreenModel } from './model.ts';
import { type Answer, ScreenLog, type ScreenStepText } from './screen-log.ts';

/** Trials without an outcome, with all factors off, after which the screening stops. */
const MAX_TRIALS_WITHOUT_SIGNAL = 3;
/** Vectors whose factors disturb only together; after this many nothing is combined any more. */
const CLASHES = 5;

export class ScreenState {
  readonly log: ScreenLog;
  readonly queries: { readonly vector: Vector; readonly failed: boolean }[] = [];
  factors: readonly ScreenFactor[];
  model: ScreenModel;
  readonly notCombinable = new Set<number>();
  readonly #options: ScreenOptions;
  readonly #disturbedAlone: number[];
  readonly #triedAlone: boolean[];
  #noSignal = 0;
  #clashes = 0;

  constructor(options: ScreenOptions) {
    this.#options = options;
    this.factors = options.factors;
    this.log = new ScreenLog(options, options.make);
    this.model = new ScreenModel(this.factors, options.random.fork('vectors'));
    this.#disturbedAlone = options.factors.map(() => 0);
    this.#triedAlone = options.factors.map(() => false);
  }

  /** Runs these vectors side by side and learns from them; `answers` are in their order. */
  *run(vectors: readonly Vector[], about: ScreenStepText): Generator<PlanStep, readonly Answer[], Reply> {
    const answers = yield* this.log.put(
      vectors.map((vector) => vectorConditions(this.factors, vector)),
      about,
    );
    const disturbed: Vector[] = [];
    for (const [at, vector] of vectors.entries()) {
      const { failed } = answers[at]!;
      if (failed === null) disturbed.push(vector);
      else this.#learn(vector, failed);
    }
    for (const vector of disturbed) yield* this.#seeTo(vector);
    return answers;
  }

  /** All runs in which a factor was on, and all in which it was off. */
  countsOf(factor: number): { readonly on: Count; readonly off: Count } {
    return { on: this.#count((vector) => vector[factor] === 1), off: this.#count((vector) => vector[factor] !== 1) };
  }

  /** All runs with every factor off. */
  get allOff(): Count {
    return this.#count((vector) => !vector.includes(1));
  }

  #count(matches: (vector: Vector) => boolean): Count {
    const runs = this.queries.filter(({ vector }) => matches(vector));
    return { failures: runs.filter(({ failed }) => failed).length, runs: runs.length };
  }

  #learn(vector: Vector, failed: boolean): void {
    this.queries.push({ vector, failed });
    this.model.observe({ vector }, failed ? 1 : 0, 1);
    const [only, another] = positions(vector);
    if (only !== undefined && another === undefined) this.#triedAlone[only] = true;
  }

  /** Finds the disturbing factor: each of them alone, once. */
  *#seeTo(vector: Vector): Generator<PlanStep, void, Reply> {
    const on = positions(vector);
    if (on.length === 0) {
      this.#noSignal += 1;
      if (this.#noSignal >= MAX_TRIALS_WITHOUT_SIGNAL) throw new NoSignal();
      return;
    }
    if (on.length === 1) {
      this.#disturbs(on[0]!);
      return;
    }
    const untried = on.filter((at) => !this.#triedAlone[at] && !this.notCombinable.has(at));
    while (untried.length > 0) {
      const alone = untried.splice(0, this.log.room).map((at) => vectorOf(this.factors.length, at));
      const label = vectorLabel(this.factors, vector);
      yield* this.run(alone, { doing: 'each factor alone, once', why: `the target failed otherwise with ${label}` });
    }
    if (on.some((at) => this.notCombinable.has(at))) return;
    this.#clashes += 1;
    if (this.#clashes >= CLASHES) this.#setApart([...this.factors.keys()]);
  }

  #disturbs(factor: number): void {
    this.#disturbedAlone[factor]! += 1;
    this.#setApart([factor]);
  }

  /** Rebuilds the model without explanations that can no longer be tried. */
  #setApart(factors: readonly number[]): void {
    for (const factor of factors) this.notCombinable.add(factor);
    this.factors = this.#options.factors.map((factor, at) => ({
      ...factor,
      combinable: factor.combinable && !this.notCombinable.has(at),
      weight: this.#disturbedAlone[at]! > 1 ? 0 : factor.weight,
    }));
    this.model = new ScreenModel(this.factors, this.#options.random.fork(`vectors after ${this.queries.length}`));
    for (const { vector, failed } of this.queries) this.model.observe({ vector }, failed ? 1 : 0, 1);
  }
}

const positions = (vector: Vector): readonly number[] => [...vector.keys()].filter((at) => vector[at] === 1);
