/**
 * Two arms and what may be true of them: neither ever fails, both always do, they share a rate, or the second is worse or better by odds of
 * four at least. An exact posterior over a grid of rates, and what one more run of either arm would be expected to teach.
 */
import type { Count } from '../../contract/evidence.ts';
import { ATOMS, TWO_ARM_HYPOTHESES, type TwoArmHypothesis } from './two-arm-atoms.ts';

/** How the second arm stands to the first. */
export type TwoArmPosterior = Readonly<Record<TwoArmHypothesis, number>>;

export function twoArmPosterior(first: Count, second: Count): TwoArmPosterior {
  const [never, always, same, worse, better] = sharesOf(massesOf(weightsOf(first, second)));
  return { never: never!, always: always!, same: same!, worse: worse!, better: better! };
}

export interface NextRun {
  /** The chance that it fails. */
  readonly rate: number;
  /** By how many bits we expect to know more after it. */
  readonly drop: number;
}

/** What one more run of each arm would show. Counts may be fractional, when they hold runs that are only expected yet. */
export function nextRuns(first: Count, second: Count): { readonly first: NextRun; readonly second: NextRun } {
  const weights = weightsOf(first, second);
  const now = massesOf(weights);
  return { first: nextRun(weights, now, 0), second: nextRun(weights, now, 1) };
}

/** The weight of each atom after the counts, scaled so that the largest likelihood is one. */
function weightsOf(first: Count, second: Count): Float64Array {
  const logs = new Float64Array(ATOMS.size);
  add(logs, ATOMS.logFail[0], first.failures);
  add(logs, ATOMS.logPass[0], first.runs - first.failures);
  add(logs, ATOMS.logFail[1], second.failures);
  add(logs, ATOMS.logPass[1], second.runs - second.failures);
  let top = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < logs.length; i += 1) if (logs[i]! > top) top = logs[i]!;
  for (let i = 0; i < logs.length; i += 1) logs[i] = ATOMS.prior[i]! * Math.exp(logs[i]! - top);
  return logs;
}

function add(logs: Float64Array, terms: Float64Array, times: number): void {
  // 0 × −∞ is not 0 here, so what did not happen is left out.
  if (times === 0) return;
  for (let i = 0; i < logs.length; i += 1) logs[i]! += times * terms[i]!;
}

function nextRun(weights: Float64Array, now: readonly number[], arm: 0 | 1): NextRun {
  const failed = [0, 0, 0, 0, 0];
  for (let i = 0; i < weights.length; i += 1) {
    failed[ATOMS.hypothesis[i]!]! += weights[i]! * Math.exp(ATOMS.logFail[arm][i]!);
  }
  const passed = now.map((mass, h) => Math.max(0, mass - failed[h]!));
  const rate = sum(failed) / sum(now);
  const after = rate * entropy(sharesOf(failed)) + (1 - rate) * entropy(sharesOf(passed));
  return { rate, drop: Math.max(0, entropy(sharesOf(now)) - after) };
}

function massesOf(weights: Float64Array): number[] {
  const masses = TWO_ARM_HYPOTHESES.map(() => 0);
  for (let i = 0; i < weights.length; i += 1) masses[ATOMS.hypothesis[i]!]! += weights[i]!;
  return masses;
}

function sharesOf(masses: readonly number[]): readonly number[] {
  const total = sum(masses);
  return masses.map((mass) => (total > 0 ? mass / total : 1 / masses.length));
}

function entropy(shares: readonly number[]): number {
  let bits = 0;
  for (const p of shares) if (p > 0) bits -= p * Math.log2(p);
  return bits;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
