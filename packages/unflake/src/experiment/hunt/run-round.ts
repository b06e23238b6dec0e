/**
 * Runs the trials of one round. A test at which the process dies or hangs costs the round no more than itself: what did not run because of
 * it runs again without it.
 */
import type { TestId } from '../../contract/test-id.ts';
import type { TrialResult } from '../../contract/trial.ts';
import type { MakeTrial } from '../findings.ts';
import { ask, type Plan } from '../plan.ts';
import type { RoundTrial } from './hunt-arm.ts';

export interface Round {
  readonly arm: string;
  readonly why: string;
  readonly trials: readonly RoundTrial[];
}

export interface RoundResult {
  readonly results: readonly TrialResult[];
  /** Tests during which a process hung or died. */
  readonly culprits: readonly TestId[];
}

/** Trials after which what is left of a round stays unrun. */
const MAX_RERUNS = 3;

/** `onResult` keeps each result at once, so that an interrupted round is not lost. */
export function* runRound(
  { arm, why, trials }: Round,
  make: MakeTrial,
  onResult: (result: TrialResult) => void,
): Plan<RoundResult> {
  const results: TrialResult[] = [];
  const culprits: TestId[] = [];
  for (const { tests, how } of trials) {
    let left = tests;
    for (let rerun = 0; left.length > 0 && rerun <= MAX_RERUNS; rerun += 1) {
      // What is left of forks runs without: its pieces were cut.
      const choice = rerun === 0 ? how : { conditions: how.conditions ?? {} };
      const [result] = yield* ask({ phase: 'hunt', doing: arm, why, trials: [make(left, choice)] });
      results.push(result!);
      onResult(result!);
      const culprit = culpritOf(result!);
      if (culprit === null) break;
      culprits.push(culprit);
      const ran = new Set(result!.observations.filter(({ outcome }) => outcome !== 'missing').map(({ test }) => test));
      left = [...new Set(left)].filter((test) => !ran.has(test));
    }
  }
  return { results, culprits };
}

/** The test that ran when the process died or was ended; null where the trial came to its end. */
function culpritOf({ observations, trial, ending }: TrialResult): TestId | null {
  if (trial.forks !== undefined) return null;
  const open = observations.findLast(
    ({ outcome }) => outcome === 'crashed' || (outcome === 'timed-out' && ending.timedOut),
  );
  return open?.test ?? null;
}
