/**
 * Runs the faster launcher several times, and the runner itself as often as that can still decide. A difference counts only where all runs of
 * the runner itself agree, so another one can excuse a difference and never make one: while nothing differs, one is enough.
 */
import { type ComparedRun, disagreement } from './agreement.ts';

/** Runs of each kind, and how many of the faster may differ: first three that must all agree, then six more to tell chance from the launcher. */
const ROUNDS = [
  { runs: 3, tolerated: 0 },
  { runs: 6, tolerated: 2 },
] as const;
/** A timeout says nothing about the test, because the machine may have been busy; this many do. */
const MAX_CUT_OFF = 3;

/** The runner itself did not end in time, again and again. */
export const HANGS = Symbol('hangs');

export interface ComparedWays {
  /** Null if it did not end in time. */
  readonly cold: () => Promise<ComparedRun | null>;
  readonly fast: () => Promise<ComparedRun>;
}

/** Null when they agree, else what differs, for people. `begun`: a run of the runner itself; `by`: what the faster one runs. */
export async function compareInTurn(
  begun: ComparedRun,
  by: string,
  ways: ComparedWays,
): Promise<string | null | typeof HANGS> {
  const cold = [begun];
  const fast: ComparedRun[] = [];
  let cutOff = 0;

  /** Runs the runner itself until it has run this often or excuses every difference. False: it hangs. */
  async function excuse(wanted: number, tolerated: number): Promise<boolean> {
    while (cold.length < wanted && disagreement(cold, fast, { tolerated, by }) !== null) {
      const run = await ways.cold();
      if (run !== null) cold.push(run);
      else if (++cutOff === MAX_CUT_OFF) return false;
    }
    return true;
  }

  let differs: string | null = null;
  let wanted = 0;
  for (const { runs, tolerated } of ROUNDS) {
    wanted += runs;
    while (fast.length < wanted) {
      fast.push(await ways.fast());
      // In turns, so that a busy minute of the machine affects both.
      if (!(await excuse(fast.length, tolerated))) return HANGS;
    }
    differs = disagreement(cold, fast, { tolerated, by });
    if (differs === null) return null;
  }
  return differs;
}
