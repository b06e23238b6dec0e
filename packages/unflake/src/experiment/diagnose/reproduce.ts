/**
 * Runs the failing and the passing command again, the way they will be printed: first as the plain command a person would type, and where
 * there is none, through our probes. Nothing is printed as a reproduction that was not run here.
 */
import type { Tally } from '../../contract/findings.ts';
import type { TestId } from '../../contract/test-id.ts';
import { ASIDE, type Conditions, type Trial, type TrialResult } from '../../contract/trial.ts';
import { countedFailures } from '../counted-failures.ts';
import { eventOf, type Fingerprints } from '../event-of.ts';
import { isSlowdownEffect } from '../perturb/slowdown-effect.ts';
import { ask, type Plan } from '../plan.ts';
import { passesToProveFix } from '../statistics/fix-predictive.ts';
import { twoArmBayesFactor } from '../statistics/two-arm-bayes-factor.ts';
import { addTrial, NO_TALLY } from '../tally.ts';
import type { DiagnosisContext } from './diagnosis-context.ts';
import type { ReproduceFinding } from './findings-so-far.ts';
import { logPredictionOdds, type OrderPrediction } from './order-prediction.ts';
import { type Pair, reproductionPair } from './reproduction-pair.ts';
import { isSteady, seenUnder } from './seen-under.ts';

/** A knob has had its pin and its control already; of an order, chance alone would show two of two and none of two too often. */
const FAILURES = { knob: 2, order: 3, slowness: 2 } as const;
/** Few runs that all failed promise more than they can hold. */
const MIN_RUNS = 10;
/**
 * How much likelier two rates must be than one; three failures of three against no failure of three are twenty times as likely. More is
 * asked where chance has a hand in it: one of the commands, or the same tests before, did now this and now that; most of an order, whose
 * suspect was chosen among many.
 */
const DIFFERENT = { steady: 3, knob: 20, slowness: 20, order: 150 } as const;
/** So much likelier than chance that one command of each kind is enough. */
const MIN_LOG_PREDICTION_ODDS = Math.log(10_000);
/** The same where a knob was proved: three times what three failures of three and three passes of three say. */
const ALWAYS_SO = 60;
/** Below this one rate for both commands is the likelier reading. */
export const SAME = 0.5;
const RARE = 0.1;
const MAX_RUNS = 60;
/** Where there is no cause to prove. */
const MAX_UNEXPLAINED = 20;
const CONFIDENCE = 0.98;

export function* reproduce(context: DiagnosisContext): Plan<ReproduceFinding | null> {
  const pair = reproductionPair(context);
  if (pair === null) return null;
  const turned = Object.keys({ ...pair.conditions, ...pair.passingConditions });
  const printable = turned.every(
    (name) => name === ASIDE || context.options.knobs.find(({ knob }) => knob === name)?.printable,
  );
  // A plain command does not tell one class of failures from another.
  const plain = printable && pair.repeat === 1 && countedFailures(context.seen, context.options.target) === null;
  const asTyped = plain ? yield* attempt(context, pair, 'plain') : null;
  if (asTyped !== null && (asTyped.confirmed || !passingCommandFails(asTyped.passes))) return asTyped;
  const replayed = yield* attempt(context, pair, 'probe');
  return asTyped === null || replayed?.confirmed ? replayed : asTyped;
}

/** More than once and not rarely: a failure of another kind, perhaps, which only our own trials can tell from the one looked for. */
const passingCommandFails = (passes: Tally | null): boolean =>
  passes !== null && passes.failures > 1 && passes.failures > RARE * passes.runs;

/** Null when this mode cannot run the pair, or does not show the failure. */
function* attempt(context: DiagnosisContext, pair: Pair, mode: Trial['mode']): Plan<ReproduceFinding | null> {
  const { options, seen } = context;
  const { target } = options;
  // Asked anew after each run: what was seen by then may take the classes apart.
  const counted = () => (mode === 'probe' ? countedFailures(seen, target) : null);
  const saysNothing = (result: TrialResult) => eventOf(result, target, null) === 'none';
  const limit = pair.unexplained ? MAX_UNEXPLAINED : MAX_RUNS;
  // So many runs that seeing no failure would refute what was seen before.
  const needed = Math.min(limit, Math.max(MIN_RUNS, passesToProveFix(pair.seen, CONFIDENCE)));
  const { repeat, conditions, passingConditions } = pair;
  const failing = () => context.makeTrial(pair.failing, { mode, conditions, repeat });
  const passing = () => context.makeTrial(pair.passing!, { mode, conditions: passingConditions });
  const bad: TrialResult[] = [];
  const good: TrialResult[] = [];
  const claim = claimOf(context);
  // Where it is known to fail without the load too, nothing is always so.
  const stays = context.findings.perturb?.proof?.unloaded !== undefined;
  // Where all trials, these too, did what was foretold, one of each command shows that it does what our own trials did.
  const trialsBefore = seen.length;
  const isClear = (fails: Tally, passes: Tally) => {
    const fingerprints = counted();
    const steady = !stays && isSteady(seen.slice(0, trialsBefore), target, conditions, fingerprints);
    return claim === 'order'
      ? passesUsually(seen, target, pair, fingerprints) &&
          (shows(fails, passes, claim, steady) ||
            (passes.runs > 0 &&
              logPredictionOdds(seen, predictionOf(context, pair, fingerprints)) >= MIN_LOG_PREDICTION_ODDS))
      : shows(fails, pair.passing && passes, claim, steady) ||
          (!stays && passes.runs > 0 && didAlwaysSo(seen, target, pair));
  };
  // Where it fails but not often enough to be sure, more is asked of both; no longer where the passing command fails much the same.
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
    // The first of the plain ones says how long a hang of the other is waited for; beside it, it would get in its way.
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

const isSame = (fails: Tally, passes: Tally): boolean => passes.failures > 0 && twoArmBayesFactor(fails, passes) < SAME;

/** A failure that comes by itself now and then would show up in a long enough run of any command; it must come more often with this one. */
function shows(fails: Tally, passes: Tally | null, claim: keyof typeof FAILURES, steady: boolean): boolean {
  const least = FAILURES[claim];
  if (fails.failures < least || passes === null) return fails.failures >= least;
  // No machine is always equally fast.
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

/** The same of a knob: every trial of the two selections, from the proof to the commands, failed under the one setting and passed under the other. */
function didAlwaysSo(seen: readonly TrialResult[], target: TestId, pair: Pair): boolean {
  if (pair.passing === null || pair.repeat > 1) return false;
  const bad = eventsOf(seen, target, pair.failing, pair.conditions);
  const good = eventsOf(seen, target, pair.passing, pair.passingConditions);
  if (bad.some((event) => event !== 'failure') || good.some((event) => event !== 'pass')) return false;
  const differ = twoArmBayesFactor({ failures: bad.length, runs: bad.length }, { failures: 0, runs: good.length });
  return differ >= ALWAYS_SO;
}

/** Not only as a command: a culprit does not explain what happens without it too. */
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
