/** Cheap provocations for a test that never failed: twice in one process, and orders in which other tests run before it. */
import type { TestId } from '../../contract/test-id.ts';
import type { TrialResult } from '../../contract/trial.ts';
import type { Arm, Tally } from '../findings.ts';
import { ask, type Plan } from '../plan.ts';
import { RunningTally } from '../running-tally.ts';
import type { DiagnosisContext } from './diagnosis-context.ts';
import type { ProvokeFinding } from './findings-so-far.ts';

/** Enough for a Bayes factor over 20 when the second execution always fails and the first never does. */
const RUNS_ON_FAILURE = 9;

/** Suite runs are expensive, and the search for the culprit gives the proof anyway. */
const REVERSED_ON_FAILURE = 2;

export const NOTHING_PROVOKED: ProvokeFinding = { twice: null, reversed: null, reversedBefore: [] };

/** Runs the test twice in one process, `runs` times, and adds to earlier counts. */
export function* runTwice({ options, arms, findings }: DiagnosisContext, runs: number): Plan<ProvokeFinding> {
  const known = findings.provoke ?? NOTHING_PROVOKED;
  if (!arms.twice) return known;
  const { target } = options;
  const results = yield* run(arms.twice, 'twice in one process', runs);
  const tallyOf = (execution: number, before: Tally | undefined) => tally(results, target, execution, before);
  return { ...known, twice: { first: tallyOf(0, known.twice?.first), second: tallyOf(1, known.twice?.second) } };
}

/** More runs if the second execution has failed: is that usual? */
export function* runTwiceMore(context: DiagnosisContext): Plan<ProvokeFinding> {
  const second = context.findings.provoke?.twice?.second;
  const known = context.findings.provoke ?? NOTHING_PROVOKED;
  if (!second || second.failures === 0 || second.runs >= RUNS_ON_FAILURE) return known;
  return yield* runTwice(context, RUNS_ON_FAILURE - second.runs);
}

/** Runs the reversed suite `runs` times, and more once it fails. */
export function* runReversed({ options, arms, findings }: DiagnosisContext, runs: number): Plan<ProvokeFinding> {
  const known = findings.provoke ?? NOTHING_PROVOKED;
  if (!arms.reversed) return known;
  const results = [...(yield* run(arms.reversed.arm, 'the suite backwards', runs))];
  if (tally(results, options.target, 0).failures > 0)
    results.push(...(yield* run(arms.reversed.arm, 'the suite backwards, again', REVERSED_ON_FAILURE)));
  const reversed = tally(results, options.target, 0, known.reversed ?? undefined);
  return { ...known, reversed, reversedBefore: arms.reversed.before };
}

function* run(arm: Arm, doing: string, runs: number): Plan<readonly TrialResult[]> {
  const trials = Array.from({ length: runs }, arm.make);
  return yield* ask({ phase: 'isolate', doing, why: 'nothing failed by itself; this may bring it out', trials });
}

function tally(results: readonly TrialResult[], target: TestId, execution: number, known?: Tally): Tally {
  const running = new RunningTally(known);
  for (const result of results) running.add(result, target, null, execution);
  return running.tally();
}
