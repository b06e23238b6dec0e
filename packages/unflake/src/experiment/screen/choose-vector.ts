/**
 * Chooses the factors to turn on: among random vectors, single factors, all and none, improved bit by bit, the most information per cost.
 */
import type { Random } from '@unflake/testkit/random';
import { coinBits } from '../order/information.ts';
import { allBut, compatible, type ScreenFactor, type Vector, vectorOf } from './factor.ts';
import type { ScreenHypothesis } from './hypotheses.ts';
import { Quadratic } from './quadratic.ts';
import type { ScreenBelief } from './screen-belief.ts';

export interface VectorChoice {
  readonly vector: Vector;
  /** How likely the failure is. */
  readonly chance: number;
}

const RANDOM_VECTORS = 40;
const SPARSEST = 0.2;
const DENSEST = 0.8;
/** A hypothesis less likely than this can no longer change which vector is best. */
const NEGLIGIBLE = 1e-6;

export function chooseVector(
  factors: readonly ScreenFactor[],
  hypotheses: readonly ScreenHypothesis[],
  belief: ScreenBelief,
  random: Random,
): VectorChoice {
  const worthOf = worthUnder(factors, hypotheses, belief);
  let best: Rated | null = null;
  for (const vector of candidates(factors, random)) {
    const rated = worthOf(vector);
    if (best === null || rated.worth > best.worth) best = rated;
  }
  return climb(best!, factors, worthOf);
}

interface Rated extends VectorChoice {
  readonly worth: number;
}

/** Bits that a trial with these factors is expected to tell, per cost. */
function worthUnder(factors: readonly ScreenFactor[], hypotheses: readonly ScreenHypothesis[], belief: ScreenBelief) {
  const chance = new Quadratic(factors.length);
  const known = new Quadratic(factors.length);
  for (const [at, hypothesis] of hypotheses.entries()) {
    const share = belief.posterior[at]!;
    if (share < NEGLIGIBLE) continue;
    const { p, q } = belief.fits[at]!;
    chance.add(hypothesis, share * q, share * (p - q));
    known.add(hypothesis, share * coinBits(q), share * (coinBits(p) - coinBits(q)));
  }
  return (vector: Vector): Rated => {
    const on = [...vector.keys()].filter((at) => vector[at] === 1);
    const likely = chance.at(on);
    return { vector, chance: likely, worth: (coinBits(likely) - known.at(on)) / costOf(factors, on) };
  };
}

/** Slowdowns overlap in one trial, so the most expensive factor dominates and the others add a little: cheap vectors come first. */
function costOf(factors: readonly ScreenFactor[], on: readonly number[]): number {
  let dearest = 1;
  let extra = 0;
  for (const at of on) {
    const { cost } = factors[at]!;
    dearest = Math.max(dearest, cost);
    extra += 0.25 * Math.max(0, cost - 1);
  }
  return Math.max(dearest, 1 + extra);
}

function* candidates(factors: readonly ScreenFactor[], random: Random): Generator<Vector> {
  const combinable = [...factors.keys()].filter((at) => factors[at]!.combinable);
  yield new Uint8Array(factors.length);
  for (const at of factors.keys()) yield vectorOf(factors.length, at);
  yield allBut(factors, []);
  for (let drawn = 0; drawn < RANDOM_VECTORS; drawn += 1) {
    const density = SPARSEST + (DENSEST - SPARSEST) * random.float();
    yield compatible(
      factors,
      random.shuffle(combinable).filter(() => random.float() < density),
    );
  }
}

/** Turns the one factor that helps most, again and again, until none does. */
function climb(start: Rated, factors: readonly ScreenFactor[], worthOf: (vector: Vector) => Rated): Rated {
  let best = start;
  for (;;) {
    let better = best;
    for (const at of factors.keys()) {
      const vector = turned(factors, best.vector, at);
      if (vector === null) continue;
      const rated = worthOf(vector);
      if (rated.worth > better.worth) better = rated;
    }
    if (better === best) return best;
    best = better;
  }
}

/** Turning a factor on turns off other settings of its knob; null if it cannot be combined with what is on. */
function turned(factors: readonly ScreenFactor[], vector: Vector, at: number): Vector | null {
  const next = vector.slice();
  next[at] = vector[at] === 1 ? 0 : 1;
  if (next[at] === 0) return next;
  const { knob } = factors[at]!;
  for (const [other, factor] of factors.entries()) {
    if (other === at || next[other] !== 1) continue;
    if (factor.knob === knob) next[other] = 0;
    else if (!factor.combinable || !factors[at]!.combinable) return null;
  }
  return next;
}
