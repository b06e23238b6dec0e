/**
 * Runs the failing and the passing command again as they will be printed: as the plain command a person would type, or through our probes
 * where there is none. Only commands that were run here are printed as a reproduction.
 */

import type { Tally } from '../../contract/findings.ts';
import type { TestId } from '../../contract/test-id.ts';
import { ASIDE, type Trial, type TrialResult } from '../../contract/trial.ts';
import { countedFailures } from '../counted-failures.ts';
import { eventOf, type Fingerprints } from '../event-of.ts';
import { ask, type Plan } from '../plan.ts';
import { passesToProveFix } from '../statistics/fix-predictive.ts';
import { BAYES_FACTOR, CONFIDENCE } from '../statistics/thresholds.ts';
import { addTrial, NO_TALLY } from '../tally.ts';
import type { DiagnosisContext } from './diagnosis-context.ts';
import type { ReproduceFinding } from './findings-so-far.ts';
import { logPredictionOdds, type OrderPrediction } from './order-prediction.ts';
import { type Pair, reproductionPair } from './reproduction-pair.ts';
import { isSteady } from './seen-under.ts';
import { type Claim, didAlwaysSo, isSame, passesUsually, passingCommandFails, shows } from './shown-again.ts';

/** Few runs that all failed overestimate the rate. */
const MIN_RUNS = 10;
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
  const failing = (how: Trial['mode']) => context.makeTrial(pair.failing, { mode: how, conditions, repeat });
  const passing = (how: Trial['mode']) =>
    context.makeTrial(pair.passing!, { mode: how, conditions: passingConditions });
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
  // A command that has done what every trial before it did is known to do so. Whether chance may explain both, trials of ours tell as well.
  const isKnown = (fails: Tally, passes: Tally) =>
    mode === 'plain' &&
    passes.runs > 0 &&
    passes.failures === 0 &&
    fails.failures === fails.runs &&
    [conditions, passingConditions].every((under) => isSteady(seen, target, under, null));
  for (;;) {
    // A plain command does not distinguish classes of failures, and other runs have shown a second one.
    if (mode === 'plain' && bad.some((result) => !isTyped(result)) && countedFailures(seen, target) !== null)
      return null;
    const fails = tally(bad, target, counted());
    const passes = tally(good, target, counted());
    const confirmed = isClear(fails, passes);
    if (confirmed || isOver(fails, passes)) {
      if (fails.failures === 0 && (mode === 'plain' || pair.unexplained)) return null;
      const shown = bad
        .filter((result) => mode === 'probe' || isTyped(result))
        .findLast((result) => fails.failures > 0 && eventOf(result, target, counted()) === 'failure');
      return {
        failing: (shown ?? bad[0]!).trial,
        passing: good.findLast((result) => mode === 'probe' || isTyped(result))?.trial ?? null,
        fails,
        passes: pair.passing ? passes : null,
        confirmed,
      };
    }
    // The first plain passing run tells how long to wait for a hang. It runs alone, because a parallel run would disturb it.
    const how = isKnown(fails, passes) ? 'probe' : mode;
    const early = pair.passing && how === 'plain' ? yield* run([passing(how)], how) : [];
    if (early.some(saysNothing)) return null;
    const late = pair.passing && how === 'probe' ? [failing(how), passing(how)] : [failing(how)];
    const [failed, passed = early[0]] = yield* run(late, how);
    if (saysNothing(failed!)) return null;
    bad.push(failed!);
    if (passed) good.push(passed);
  }
}

function claimOf({ findings: { order, perturb } }: DiagnosisContext): Claim {
  if (order?.kind === 'culprits') return 'order';
  return perturb?.proof?.cause.family === 'timing' ? 'slowness' : 'knob';
}

function* run(trials: readonly Trial[], mode: Trial['mode']): Plan<readonly TrialResult[]> {
  return yield* ask({
    phase: 'reproduce',
    doing: mode === 'plain' ? 'the commands as they will be printed' : 'the same tests again, as trials',
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

const isTyped = ({ trial }: TrialResult): boolean => trial.mode === 'plain';

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
