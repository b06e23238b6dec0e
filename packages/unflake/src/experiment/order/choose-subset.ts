/** Chooses the subset to run before the target: the most information for its cost. */
import { coinBits } from './information.ts';
import type { SingleShares } from './single-shares.ts';

export interface SubsetCosts {
  /** Of each candidate's execution, in any unit. */
  readonly candidate: Float64Array;
  /** Of starting a trial and running the target, in the same unit. */
  readonly trial: number;
}

export interface SubsetChoice {
  /** Positions, ascending. */
  readonly subset: readonly number[];
  /** How likely the event is, if there is a single culprit. */
  readonly chance: number;
}

/** Below this a candidate can no longer change which subset is best. */
const NEGLIGIBLE = 1e-15;

/**
 * Candidates are sorted by belief per cost; every prefix is a possible subset. It assumes a single culprit: the rivals learn from the same
 * trials anyway, and a search that doubts itself makes no progress.
 */
export function chooseSubset(shares: SingleShares, costs: SubsetCosts): SubsetChoice {
  const { classOf, classes } = shares;
  const order = byWorth(shares.share, costs.candidate);
  let chance = 0;
  let known = 0;
  for (let at = 0; at < classOf.length; at += 1) {
    const share = shares.share[at]!;
    if (share < NEGLIGIBLE) continue;
    const rates = classes[classOf[at]!]!;
    chance += share * rates.q;
    known += share * rates.qBits;
  }
  let cost = costs.trial;
  let best = { worth: -1, length: 1, chance };
  for (let length = 1; length <= order.length; length += 1) {
    const at = order[length - 1]!;
    const share = shares.share[at]!;
    if (share < NEGLIGIBLE && length > 1) break;
    const rates = classes[classOf[at]!]!;
    cost += costs.candidate[at]!;
    chance += share * (rates.p - rates.q);
    known += share * (rates.pBits - rates.qBits);
    const worth = (coinBits(chance) - known) / cost;
    if (worth > best.worth) best = { worth, length, chance };
  }
  return { subset: Array.from(order.subarray(0, best.length)).sort((a, b) => a - b), chance: best.chance };
}

/** Positions by belief per cost, highest first; equal ones stay in suite order, which keeps neighbours together. */
function byWorth(shares: Float64Array, cost: Float64Array): Int32Array {
  const worth = shares.map((share, at) => share / cost[at]!);
  const order = Array.from(worth.keys());
  order.sort((a, b) => worth[b]! - worth[a]! || a - b);
  return Int32Array.from(order);
}
