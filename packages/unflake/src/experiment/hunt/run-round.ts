/**
 * Runs the trials of one round. A test at which the process dies or hangs costs the round no more than itself: what did not run because of
 * it runs again without it.
 */
import type { HuntProgress } from '../../contract/hunt.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { TrialResult } from '../../contract/trial.ts';
import type { MakeTrial } from '../findings.ts';
import { ask, type Plan, PlanStopped } from '../plan.ts';
import type { RoundTrial } from './hunt-arm.ts';

export interface Round {
  readonly arm: string;
  readonly why: string;
  readonly trials: readonly RoundTrial[];
  /** Told before each trial; absent for rounds of a certification. */
  readonly progress?: () => HuntProgress;
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
  { arm, why, trials, progress }: Round,
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
      const soFar = progress === undefined ? {} : { hunt: progress() };
      const [result] = yield* ask({ phase: 'hunt', doing: arm, why, trials: [make(left, choice)], ...soFar });
      results.push(result!);
      onResult(result!);
      const culprit = culpritOf(result!);
      if (culprit === null) break;
      culprits.push(culprit);
      left = notRunIn(result!, left);
    }
  }
  return { results, culprits };
}

/**
 * Several rounds in one step: the first trials of all, then what is left of those that were cut. `onResult` gets each result with the place
 * of its round, in the order of the rounds, also those that had ended when the engine stopped.
 */
export function* runRoundsAtOnce(
  rounds: readonly Round[],
  why: string,
  make: MakeTrial,
  onResult: (round: number, result: TrialResult) => void,
): Plan<readonly RoundResult[]> {
  const ran = rounds.map(() => ({ results: [] as TrialResult[], culprits: [] as TestId[] }));
  let asked = rounds.flatMap(({ trials }, round) => trials.map(({ tests, how }) => ({ round, tests, how })));
  for (let rerun = 0; asked.length > 0 && rerun <= MAX_RERUNS; rerun += 1) {
    const arms = [...new Set(asked.map(({ round }) => rounds[round]!.arm))];
    const hunt = rounds[0]?.progress?.();
    const reply = yield {
      phase: 'hunt',
      doing: arms.join(', '),
      why,
      trials: asked.map(({ tests, how }) => make(tests, how)),
      ...(hunt === undefined ? {} : { hunt }),
    };
    const finished: readonly (TrialResult | undefined)[] = 'stop' in reply ? (reply.finished ?? []) : reply;
    const left: typeof asked = [];
    for (const [at, { round, tests, how }] of asked.entries()) {
      const result = finished[at];
      if (result === undefined) continue;
      ran[round]!.results.push(result);
      onResult(round, result);
      const culprit = culpritOf(result);
      if (culprit === null) continue;
      ran[round]!.culprits.push(culprit);
      const rest = notRunIn(result, tests);
      if (rest.length > 0) left.push({ round, tests: rest, how: { conditions: how.conditions ?? {} } });
    }
    if ('stop' in reply) throw new PlanStopped(reply.stop);
    asked = left;
  }
  return ran;
}

function notRunIn({ observations }: TrialResult, tests: readonly TestId[]): readonly TestId[] {
  const ran = new Set(observations.filter(({ outcome }) => outcome !== 'missing').map(({ test }) => test));
  return [...new Set(tests)].filter((test) => !ran.has(test));
}

/** The test that ran when the process died or was ended; null where the trial came to its end. */
function culpritOf({ observations, trial, ending }: TrialResult): TestId | null {
  if (trial.forks !== undefined) return null;
  const open = observations.findLast(
    ({ outcome }) => outcome === 'crashed' || (outcome === 'timed-out' && ending.timedOut),
  );
  return open?.test ?? null;
}
