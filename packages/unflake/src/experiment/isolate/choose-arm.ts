/** Which of two arms to run next: the one whose next run is expected to teach most for its cost. */
import type { Count } from '../../contract/evidence.ts';
import { nextRuns } from '../statistics/two-arm-posterior.ts';

export interface TwoArms {
  /** The reference. */
  readonly first: ArmState;
  readonly second: ArmState;
}

export interface ArmState {
  readonly count: Count;
  readonly cost: number;
  /** Runs that may still be made. */
  readonly left: number;
}

// Each arm gets this many runs before anything is decided.
export const RUNS_AT_FIRST = 1;

/**
 * The arms of the next `size` runs, in order. Later runs of a batch are chosen as if the earlier ones had shown what we expect of them.
 * `inARow` is how often the last arm has just been run; a change of machine state must not pass for a difference, so arms alternate.
 */
export function chooseArms(arms: TwoArms, size: number, inARow: Alternation): ('first' | 'second')[] {
  const chosen: ('first' | 'second')[] = [];
  let { first, second } = arms;
  let row = inARow;
  while (chosen.length < size && first.left + second.left > 0) {
    const next = nextRuns(first.count, second.count);
    const name = chooseArm(first, second, next, row);
    chosen.push(name);
    row = { last: name, times: row.last === name ? row.times + 1 : 1 };
    if (name === 'first') first = ranOnce(first, next.first.rate);
    else second = ranOnce(second, next.second.rate);
  }
  return chosen;
}

export interface Alternation {
  readonly last: 'first' | 'second' | null;
  readonly times: number;
}

// Long enough to make use of a cheap arm, short enough to notice drift.
const MAX_IN_A_ROW = 20;

function chooseArm(
  first: ArmState,
  second: ArmState,
  next: ReturnType<typeof nextRuns>,
  row: Alternation,
): 'first' | 'second' {
  if (first.left <= 0) return 'second';
  if (second.left <= 0) return 'first';
  if (Math.min(first.count.runs, second.count.runs) < RUNS_AT_FIRST) {
    return second.count.runs < first.count.runs ? 'second' : 'first';
  }
  if (row.times >= MAX_IN_A_ROW) return row.last === 'first' ? 'second' : 'first';
  return next.second.drop / second.cost > next.first.drop / first.cost ? 'second' : 'first';
}

function ranOnce(state: ArmState, rate: number): ArmState {
  const { failures, runs } = state.count;
  return { ...state, count: { failures: failures + rate, runs: runs + 1 }, left: state.left - 1 };
}
