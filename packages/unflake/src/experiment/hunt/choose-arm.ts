/**
 * Chooses the arm of the next round. A first pass gives each arm its own number of rounds, spread evenly, so that a budget that ends early
 * cuts a part of every arm and not the last ones whole. A budget in which the pass does not fit gives each arm its first round before any gets
 * its second. Then Thompson sampling over how many flaky tests an arm finds per time spent, drawn
 * from what its rounds have found so far; no arm is forgotten.
 */
import type { Random } from '@unflake/testkit/random';

export interface ArmRecord {
  readonly name: string;
  /** Rounds that it gets before any is preferred. */
  readonly floor: number;
  /** Its rounds come before those of all others. */
  readonly isFirst: boolean;
  readonly rounds: number;
  readonly found: number;
  /** In runs of the suite. */
  readonly cost: number;
  /** It has no more rounds, or none that fits into the rest of the budget. */
  readonly isExhausted: boolean;
}

/** Before the first round: half a test per suite run, so that new arms are tried and poor ones are left soon. */
const PRIOR_FOUND = 0.5;
const PRIOR_COST = 1;
/** One round in this many goes to the arm with the fewest rounds, whatever it has found. */
const FORGOTTEN_EVERY = 6;

/** Null when every arm is exhausted. `round` counts the rounds of all arms. `isTight`: the first pass will be cut. */
export function chooseArm(arms: readonly ArmRecord[], round: number, random: Random, isTight = false): string | null {
  const open = arms.filter(({ isExhausted }) => !isExhausted);
  const early = open.filter(({ rounds, floor }) => rounds < floor);
  if (isTight && early.length > 0) return fewest(early).name;
  const first = early.find(({ isFirst }) => isFirst);
  if (first !== undefined) return first.name;
  if (early.length > 0) return early.reduce((best, arm) => (turnOf(arm) < turnOf(best) ? arm : best)).name;
  if (open.length === 0) return null;
  if (round % FORGOTTEN_EVERY === 0) return fewest(open).name;
  const drawn = open.map((arm) => ({
    name: arm.name,
    value: gamma(PRIOR_FOUND + arm.found, random) / (PRIOR_COST + arm.cost),
  }));
  return drawn.reduce((best, one) => (one.value > best.value ? one : best)).name;
}

/** When the next round of an arm is due, as a part of the first pass. */
const turnOf = ({ rounds, floor }: ArmRecord): number => (rounds + 0.5) / floor;

const fewest = (arms: readonly ArmRecord[]): ArmRecord =>
  arms.reduce((best, arm) => (arm.rounds < best.rounds ? arm : best));

/** Marsaglia and Tsang's method; a shape below 1 is raised by 1 and corrected. */
function gamma(shape: number, random: Random): number {
  if (shape < 1) return gamma(shape + 1, random) * (1 - random.float()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = random.normal();
    const v = (1 + c * x) ** 3;
    if (v <= 0) continue;
    if (Math.log(1 - random.float()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}
