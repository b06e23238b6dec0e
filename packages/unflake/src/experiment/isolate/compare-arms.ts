/** The first half of `isolate`: alone against the suite, interleaved, until one verdict is sure or the caps are reached. */

import type { Arm, IsolateFinding } from '../findings.ts';
import { ask, type Plan, type PlanStep } from '../plan.ts';
import type { RunningTally } from '../running-tally.ts';
import { POSTERIOR } from '../statistics/thresholds.ts';
import { type Alternation, type ArmState, chooseArms, RUNS_AT_FIRST } from './choose-arm.ts';
import type { IsolateOptions } from './isolate-options.ts';
import { alwaysFails, type IsolationCounts, isolationPosterior } from './isolation-counts.ts';

// Beyond these another run teaches too little for its cost. Runs that were known before count too.
const MAX_ALONE_RUNS = 100;
const MAX_SUITE_RUNS = 30;
/** A suite that takes long is run less often, though often enough to see a difference that is there every time. */
const MAX_SUITE_MS = 90_000;
const MIN_SUITE_RUNS = 4;

export function* compareArms(options: IsolateOptions, counts: IsolationCounts): Plan<void> {
  let row: Alternation = { last: null, times: 0 };
  while (!isSettled(counts) && !isVain(options, counts) && !counts.alone.isSilent && !counts.suite.isSilent) {
    const arms = {
      first: stateOf(options.alone, counts.alone, MAX_ALONE_RUNS),
      second: stateOf(options.suite, counts.suite, suiteRuns(options.suite.cost)),
    };
    const turns = chooseArms(arms, Math.min(Math.max(1, options.jobs), options.maxTrials - counts.tried), row);
    if (turns.length === 0) return;
    for (const turn of turns) row = { last: turn, times: row.last === turn ? row.times + 1 : 1 };
    const chosen = turns.map((turn) => (turn === 'first' ? options.alone : options.suite));
    const results = yield* ask(stepOf(chosen, counts));
    counts.tried += results.length;
    results.forEach((result, i) => {
      const tally = turns[i] === 'first' ? counts.alone : counts.suite;
      tally.add(result, options.target, options.fingerprints);
    });
  }
}

function suiteRuns(costMs: number): number {
  const fitting = Math.floor(MAX_SUITE_MS / Math.max(1, costMs));
  return Math.max(MIN_SUITE_RUNS, Math.min(MAX_SUITE_RUNS, fitting));
}

export const isVain = (options: IsolateOptions, { alone, suite }: IsolationCounts): boolean =>
  options.isVain?.([alone, suite]) ?? false;

function isSettled(counts: IsolationCounts): boolean {
  if (Math.min(counts.alone.runs, counts.suite.runs) < RUNS_AT_FIRST) return false;
  return (
    alwaysFails(counts) ||
    Object.values(isolationPosterior(counts)).some((probability) => probability >= POSTERIOR.sure)
  );
}

function stateOf(arm: Arm, tally: RunningTally, most: number): ArmState {
  return { count: tally, cost: Math.max(arm.cost, Number.EPSILON), left: Math.max(0, most - tally.tried) };
}

function stepOf(chosen: readonly Arm[], counts: IsolationCounts): PlanStep {
  const names = [...new Set(chosen.map(({ name }) => name))].join(' and ');
  const posterior = isolationPosterior(counts);
  const leading = leadingVerdict(posterior);
  return {
    phase: 'isolate',
    doing: `running the test: ${names}`,
    why: 'to see whether it fails by itself or because of other tests',
    trials: chosen.map((arm) => arm.make()),
    belief: { claim: CLAIMS[leading], probability: posterior[leading] },
  };
}

type Leading = keyof IsolateFinding['posterior'];

const CLAIMS: Readonly<Record<Leading, string>> = {
  'suite-worse': 'other tests make it fail',
  'suite-better': 'it needs other tests to pass',
  intrinsic: 'it fails by itself, with or without other tests',
  'always-fails': 'it always fails',
  'not-reproduced': 'it never fails here',
};

function leadingVerdict(posterior: IsolateFinding['posterior']): Leading {
  const verdicts = ['suite-worse', 'suite-better', 'intrinsic', 'always-fails', 'not-reproduced'] as const;
  return verdicts.reduce((best, verdict) => (posterior[verdict] > posterior[best] ? verdict : best));
}
