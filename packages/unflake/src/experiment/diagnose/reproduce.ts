/**
 * Runs the failing and the passing command again as they will be printed: as the plain command a person would type, or through our probes
 * where there is none. Only commands that were run here are printed as a reproduction.
 */

import type { Tally } from '../../contract/findings.ts';
import type { TestId } from '../../contract/test-id.ts';
import { ASIDE, type Conditions, type Trial, type TrialResult } from '../../contract/trial.ts';
import { countedFailures } from '../counted-failures.ts';
import { eventOf, type Fingerprints } from '../event-of.ts';
import { isSlowdownEffect } from '../perturb/slowdown-effect.ts';
import { ask, type Plan } from '../plan.ts';
import { passesToProveFix } from '../statistics/fix-predictive.ts';
import { BAYES_FACTOR, CONFIDENCE } from '../statistics/thresholds.ts';
import { twoArmBayesFactor } from '../statistics/two-arm-bayes-factor.ts';
import { addTrial, NO_TALLY } from '../tally.ts';
import type { DiagnosisContext } from './diagnosis-context.ts';
import type { ReproduceFinding } from './findings-so-far.ts';
import { logPredictionOdds, type OrderPrediction } from './order-prediction.ts';
import { type Pair, reproductionPair } from './reproduction-pair.ts';
import { isSteady, seenUnder } from './seen-under.ts';

/**
 * Failures needed. A knob already has its pin and its control; for an order, two of two against none of two would happen by chance too
 * often.
 */
const FAILURES = { knob: 2, order: 3, slowness: 2 } as const;
/** Few runs that all failed overestimate the rate. */
const MIN_RUNS = 10;
/**
 * Bayes factor needed for two rates over one. Three failures of three against none of three give 20. More is needed where chance plays a
 * part: where a command, or the same tests earlier, had both outcomes, and most for an order, whose suspect was chosen among many.
 */
const DIFFERENT = {
  steady: BAYES_FACTOR.hint,
  knob: BAYES_FACTOR.proof,
  slowness: BAYES_FACTOR.proof,
  order: BAYES_FACTOR.orderShownAgain,
};
const RARE = 0.1;
const MAX_RUNS = 60;
/** Limit where there is no cause to prove. */
const MAX_UNEXPLAINED = 20;

export function* reproduce(context: DiagnosisContext): Plan<ReproduceFinding | null> {
  const pair = reproductionPair(context);
  if (pair === null) return null;
  const turned = Object.keys({ ...pair.conditions, ...pair.passingConditions });
  const printable = turned.every(
    (name) => name === ASIDE || context.options.knobs.find(({ knob }) => knob === name)?.printable,
  );
  // A plain command does not distinguish classes of failures.
  const plain = printable && pair.repeat === 1 && countedFailures(context.seen, context.options.target) === null;
  const asTyped = plain ? yield* attempt(context, pair, 'plain') : null;
  if (asTyped !== null && (asTyped.confirmed || !passingCommandFails(asTyped.passes))) return asTyped;
  const replayed = yield* attempt(context, pair, 'probe');
  return asTyped === null || replayed?.confirmed ? replayed : asTyped;
}

/** Fails more than once and not rarely: perhaps a failure of another kind, which only our own trials can distinguish. */
const passingCommandFails = (passes: Tally | null): boolean =>
  passes !== null && passes.failures > 1 && passes.failures > RARE * passes.runs;

/** Null when this mode cannot run the pair, or does not show the failure. */
function* attempt(context: DiagnosisContext, pair: Pair, mode: Trial['mode']): Plan<ReproduceFinding | null> {
  const { options, seen } = context;
  const { target } = options;
  // Recomputed after each run, because new results may split the classes.
  const counted = () => (mode === 'probe' ? countedFailures(seen, target) : null);
  const saysNothing = (result: TrialResult) => eventOf(result, target, null) === 'none';
  const limit = pair.unexplained ? MAX_UNEXPLAINED : MAX_RUNS;
  // Enough runs that seeing no failure would refute the earlier rate.
  const needed = Math.min(limit, Math.max(MIN_RUNS, passesToProveFix(pair.seen, CONFIDENCE.pinned)));
  const { repeat, conditions, passingConditions } = pair;
  const failing = () => context.makeTrial(pair.failing, { mode, conditions, repeat });
  const passing = () => context.makeTrial(pair.passing!, { mode, conditions: passingConditions });
  const bad: TrialResult[] = [];
  const good: TrialResult[] = [];
  const claim = claimOf(context);
  // If the test also fails without the load, the outcome is never certain.
  const stays = context.findings.perturb?.proof?.unloaded !== undefined;
  // If every trial matched the prediction, one run of each command shows that it does what our own trials did.
  const trialsBefore = seen.length;
  const isClear = (fails: Tally, passes: Tally) => {
    const fingerprints = counted();
    const steady = !stays && isSteady(seen.slice(0, trialsBefore), target, conditions, fingerprints);
    return claim === 'order'
      ? passesUsually(seen, target, pair, fingerprints) &&
          (shows(fails, passes, claim, steady) ||
            (passes.runs > 0 &&
              logPredictionOdds(seen, predictionOf(context, pair, fingerprints)) >= Math.log(BAYES_FACTOR.prediction)))
      : shows(fails, pair.passing && passes, claim, steady) ||
          (!stays && passes.runs > 0 && didAlwaysSo(seen, target, pair));
  };
  // If it fails but not often enough to be sure, both commands run more, unless the passing command fails about as often.
  const isOver = (fails: Tally, passes: Tally) =>
    fails.runs >= (fails.failures > 0 && !isSame(fails, passes) ? limit : needed) ||
    (mode === 'plain' && claim === 'order' && passingCommandFails(passes));
  for (;;) {
    const fails = tally(bad, target, counted());
    const passes = tally(good, target, counted());
    const confirmed = isClear(fails, passes);
    if (confirmed || isOver(fails, passes)) {
      if (fails.failures === 0 && (mode === 'plain' || pair.unexplained)) return null;
      const shown = bad.findLast((result) => fails.failures > 0 && eventOf(result, target, counted()) === 'failure');
      return {
        failing: (shown ?? bad[0]!).trial,
        passing: good.at(-1)?.trial ?? null,
        fails,
        passes: pair.passing ? passes : null,
        confirmed,
      };
    }
    // The first plain passing run tells how long to wait for a hang. It runs alone, because a parallel run would disturb it.
    const early = pair.passing && mode === 'plain' ? yield* run([passing()], mode) : [];
    if (early.some(saysNothing)) return null;
    const late = pair.passing && mode === 'probe' ? [failing(), passing()] : [failing()];
    const [failed, passed = early[0]] = yield* run(late, mode);
    if (saysNothing(failed!)) return null;
    bad.push(failed!);
    if (passed) good.push(passed);
  }
}

function claimOf({ findings: { order, perturb } }: DiagnosisContext): keyof typeof FAILURES {
  if (order?.kind === 'culprits') return 'order';
  return perturb?.proof?.cause.family === 'timing' ? 'slowness' : 'knob';
}

function* run(trials: readonly Trial[], mode: Trial['mode']): Plan<readonly TrialResult[]> {
  return yield* ask({
    phase: 'reproduce',
    doing: mode === 'plain' ? 'the commands as they will be printed' : 'the recorded trials again',
    why: 'a reproduction counts only when it was run',
    trials,
  });
}

function tally(results: readonly TrialResult[], target: TestId, fingerprints: Fingerprints): Tally {
  return results.reduce((sum, result) => {
    const event = eventOf(result, target, fingerprints);
    return addTrial(sum, { failed: event === 'none' ? null : event === 'failure', trial: result.id });
  }, NO_TALLY);
}

const isSame = (fails: Tally, passes: Tally): boolean =>
  passes.failures > 0 && twoArmBayesFactor(fails, passes) < BAYES_FACTOR.same;

/** An intermittent failure shows up in any command that runs long enough; it must be more frequent with this one. */
function shows(fails: Tally, passes: Tally | null, claim: keyof typeof FAILURES, steady: boolean): boolean {
  const least = FAILURES[claim];
  if (fails.failures < least || passes === null) return fails.failures >= least;
  // The speed of a machine varies.
  if (passes.failures > RARE * passes.runs) return claim === 'slowness' && isSlowdownEffect(fails, passes);
  const how = steady && passes.failures === 0 && fails.failures === fails.runs ? 'steady' : claim;
  return twoArmBayesFactor(fails, passes) >= DIFFERENT[how];
}

function predictionOf(
  context: DiagnosisContext,
  { failing, passing, conditions }: Pair,
  fingerprints: Fingerprints,
): OrderPrediction {
  const { target, suite } = context.options;
  const after = failing.length > 1 ? failing : passing!;
  const event = after === failing ? 'failure' : 'pass';
  const suspects = context.findings.screen?.hits ?? [];
  const culprits = after.slice(0, -1);
  return { target, culprits, event, conditions, fingerprints, suspects, candidates: suite.length };
}

/** The same for a knob: every trial of both selections, from the proof on, failed under one setting and passed under the other. */
function didAlwaysSo(seen: readonly TrialResult[], target: TestId, pair: Pair): boolean {
  if (pair.passing === null || pair.repeat > 1) return false;
  const bad = eventsOf(seen, target, pair.failing, pair.conditions);
  const good = eventsOf(seen, target, pair.passing, pair.passingConditions);
  if (bad.some((event) => event !== 'failure') || good.some((event) => event !== 'pass')) return false;
  const differ = twoArmBayesFactor({ failures: bad.length, runs: bad.length }, { failures: 0, runs: good.length });
  return differ >= BAYES_FACTOR.alwaysSo;
}

/** Counts all trials, not only the commands: a culprit does not explain failures that occur without it. */
function passesUsually(
  seen: readonly TrialResult[],
  target: TestId,
  { passing, passingConditions }: Pair,
  fingerprints: Fingerprints,
): boolean {
  const events = eventsOf(seen, target, passing!, passingConditions, fingerprints);
  return events.filter((event) => event === 'failure').length <= RARE * events.length;
}

function eventsOf(
  seen: readonly TrialResult[],
  target: TestId,
  tests: readonly TestId[],
  conditions: Conditions,
  fingerprints: Fingerprints = null,
) {
  const same = tests.join('\0');
  return seenUnder(seen, target, conditions, fingerprints)
    .filter((trial) => trial.tests.join('\0') === same)
    .map(({ event }) => event);
}
