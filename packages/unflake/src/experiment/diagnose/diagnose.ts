/**
 * The whole diagnosis as one plan: confirm, isolate, the search that the evidence calls for, then the reproduction. It only chooses trials;
 * explain interprets them.
 */
import type { Count } from '../../contract/evidence.ts';
import type { ConfirmFinding } from '../../contract/findings.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Trial, TrialId, TrialResult } from '../../contract/trial.ts';
import { type ConfirmOptions, confirm } from '../confirm/confirm.ts';
import { isRare } from '../confirm/is-rare.ts';
import { countedFailures } from '../counted-failures.ts';
import { eventOf, eventsOf } from '../event-of.ts';
import type { Arm, Tally } from '../findings.ts';
import { fixedProtocol } from '../fixed-protocol/fixed-protocol.ts';
import { ask, type Plan, type PlanStep, PlanStopped, reportFindings, say, unlessOver } from '../plan.ts';
import { RunningTally } from '../running-tally.ts';
import { armsOf } from './arms.ts';
import { beforeBroken } from './before-broken.ts';
import { breakInTime } from './break-in-time.ts';
import { armCost, withStart } from './costs.ts';
import { detect } from './detect.ts';
import { type DiagnosisContext, testsBefore } from './diagnosis-context.ts';
import { type FindingsSoFar, nothingYet } from './findings-so-far.ts';
import { locateCause, searchIntrinsicCauses } from './locate.ts';
import { trialMaker } from './make-trial.ts';
import { proveOthers } from './quick-search.ts';
import { recording } from './recording.ts';
import { reproduce } from './reproduce.ts';
import { isAffordable, type ResolvedDiagnoseOptions, timeLeftMs } from './resolved-diagnose-options.ts';
import { countedCulprits, retractCulprit, unloadedCounted } from './retract-culprit.ts';
import { confirmLine, detectLine, reproduceLine } from './sentences.ts';
import { throwIfStopped } from './throw-if-stopped.ts';
import { amplifyAndFollow, tryHarder, trySuggested } from './try-harder.ts';
import { tryOrders } from './try-orders.ts';

export interface DiagnoseFinding {
  readonly findings: FindingsSoFar;
  readonly seen: readonly TrialResult[];
}

/** Passes before other orders are tried. They are cheap, and order is the most frequent cause. */
const FIRST_LOOK = { passesNeeded: 3 } as const;
/**
 * Passes before the test is provoked rather than only rerun: a rare failure is found sooner that way. Each arm gets some runs, however
 * expensive: a failure that the suite shows half the time is worth more suite runs than any knob.
 */
const SECOND_LOOK = { passesNeeded: 8, passesOfEach: 4 } as const;
/** Passes after which the failure rate is below 5 % (95 % confidence). */
const LAST_LOOK = { passesNeeded: 60 } as const;
/** Share of the total time reserved for final reruns of a test whose code looks flaky. */
const SUSPICIOUS_SHARE = 0.15;
const FIRST_ORDERS = 1;
const MAX_SUITE_MS = 15_000;
/** Further culprits are worth knowing, but not worth a long wait. */
const MAX_TRIALS_FOR_OTHERS = 30;
const ENOUGH_FOR_A_RATE = { failures: 3, runs: 20 } as const;

/** Returns the findings so far when the engine stops the plan. */
export function* diagnosePlan(options: ResolvedDiagnoseOptions): Plan<DiagnoseFinding> {
  const seen: TrialResult[] = [];
  const findings = nothingYet();
  let stopped: FindingsSoFar['stopped'] = null;
  try {
    const plan = options.protocol === 'fixed' ? followFixedProtocol : investigate;
    yield* recording(plan(options, seen, findings), { seen, findings });
  } catch (error) {
    if (!(error instanceof PlanStopped)) throw error;
    stopped = error.reason;
  }
  const apart = failuresApart(seen, options.target);
  const failed = failedIn(seen, options.target, findings);
  const problem = problemOf(seen, options.target);
  const tookMs = seen.at(-1)?.atMs ?? 0;
  return { findings: { ...findings, stopped: stopped ?? findings.stopped, apart, failed, problem, tookMs }, seen };
}

function problemOf(seen: readonly TrialResult[], target: TestId): string | null {
  const ran = seen.some(({ observations }) =>
    observations.some(({ test, outcome }) => test === target && outcome !== 'missing'),
  );
  return ran ? null : (seen.flatMap(({ problems }) => problems)[0] ?? null);
}

/** Set only where failures were split into classes. */
function failuresApart(seen: readonly TrialResult[], target: TestId): number {
  const counted = countedFailures(seen, target);
  const events = seen.filter(({ trial }) => trial.mode === 'probe').flatMap((one) => eventsOf(one, target, counted));
  return events.filter((event) => event === 'other-failure').length;
}

/** Failures under a limit that the test needs, or caused by a detector, say nothing about the test itself. */
function failedIn(
  seen: readonly TrialResult[],
  target: TestId,
  { perturb, detect: detected }: FindingsSoFar,
): readonly TrialId[] {
  const isNeed = ({ trial }: TrialResult) => perturb?.needs.some(({ knob }) => knob in trial.conditions) ?? false;
  const counts = (result: TrialResult) => !isNeed(result) && !detected?.trials.includes(result.id);
  return seen.filter((result) => eventOf(result, target, null) === 'failure' && counts(result)).map(({ id }) => id);
}

function* investigate(
  options: ResolvedDiagnoseOptions,
  seen: readonly TrialResult[],
  findings: FindingsSoFar,
): Plan<void> {
  const makeTrial = trialMaker(options, seen);
  const arms = armsOf(options, makeTrial, seen);
  const context: DiagnosisContext = {
    options,
    findings,
    seen,
    makeTrial,
    arms,
    trialsLeft: () => Math.max(0, options.trials - seen.length),
  };

  const first = yield* confirmArms(context, { ...FIRST_LOOK, known: yield* runAloneFirst(context) });
  if (first.all.runs === 0) return;
  if (first.kind === 'flaky' || (first.kind === 'always-fails' && (yield* passedOnce(context))))
    yield* findCause(context);
  if (first.kind === 'not-reproduced') yield* bringItOut(context, first);
  // The test may always fail because of what the first trial left behind, or because of a trial that was meant to provoke it.
  if (first.kind !== 'flaky' && hasFailed(context) && !isProved(findings)) yield* breakInTime(context);
  yield* showAgain(context);
  const { retracted, searchAgain } = retractCulprit(findings);
  yield* reportFindings(retracted);
  if (searchAgain) {
    yield* searchIntrinsicCauses(context);
    yield* showAgain(context);
  }
  // A screen in one process is affected by leftovers as well, so its other suspects are dropped.
  if (findings.reproduce?.confirmed && findings.residue === null) yield* proveOthers(context, MAX_TRIALS_FOR_OTHERS);
  const detected = yield* detect(context);
  yield* reportFindings({ detect: detected });
  if (detected) yield* say('explain', detectLine(detected));
}

const hasFailed = ({ seen, options }: DiagnosisContext): boolean =>
  seen.some((result) => eventOf(result, options.target, null) === 'failure');

const isProved = ({ order, perturb }: FindingsSoFar): boolean => order?.kind === 'culprits' || Boolean(perturb?.proof);

/** No failure so far: tries other orders, more runs, then every other knob. */
function* bringItOut(context: DiagnosisContext, first: ConfirmFinding): Plan<void> {
  if (yield* tryOrders(context, FIRST_ORDERS)) return;
  // A healthy test gets an upper bound on its failure rate; the runs for it must fit into the budget.
  const isOver = (step: PlanStep) =>
    !hasFailed(context) && timeLeftMs(context.options, context.seen) - expectedMs(context, step) < lastLookMs(context);
  if (yield* unlessOver(trySuggested(context), isOver)) return;
  const second = yield* confirmArms(context, {
    ...SECOND_LOOK,
    known: first.arms,
    otherOrders: passesInOtherOrders(context),
  });
  if (second.kind === 'flaky') return yield* findCause(context);
  if (second.kind !== 'not-reproduced') return;
  if (yield* unlessOver(tryHarder(context), isOver)) return;
  const last = yield* confirmArms(context, {
    ...LAST_LOOK,
    known: second.arms,
    otherOrders: passesInOtherOrders(context),
  });
  if (last.kind === 'flaky') yield* findCause(context);
}

/**
 * Trials at default settings that belong to no arm. A trial with many executions is one process, with one hash seed and one start, so it
 * counts once. Zero if one of them failed: the summary reports that failure instead.
 */
function passesInOtherOrders({ seen, options, findings }: DiagnosisContext): number {
  const inArms = new Set(Object.values(findings.confirm!.arms).flatMap(({ trials }) => trials));
  const isPlain = ({ mode, conditions }: Trial) => mode === 'probe' && Object.keys(conditions).length === 0;
  const events = seen
    .filter(({ id, trial }) => isPlain(trial) && !inArms.has(id))
    .map((result) => eventOf(result, options.target, null));
  return events.includes('failure') ? 0 : events.filter((event) => event === 'pass').length;
}

function expectedMs({ seen }: DiagnosisContext, { trials }: PlanStep): number {
  return trials.reduce((sum, { tests, conditions }) => sum + armCost(seen, tests, conditions), 0);
}

function lastLookMs({ options, arms, findings }: DiagnosisContext): number {
  const left = LAST_LOOK.passesNeeded - (findings.confirm?.all.runs ?? 0);
  const wantedMs = Math.max(0, left) * withStart(arms.alone ?? arms.suite).cost;
  // Code that looks flaky is provoked first; the bound comes last.
  const mostMs = options.sources?.length ? SUSPICIOUS_SHARE * (options.budgetMs ?? Number.POSITIVE_INFINITY) : wantedMs;
  return Math.min(wantedMs, mostMs);
}

/** True if a test that seemed to always fail passed under a setting that does not explain it: it is flaky after all. */
function* passedOnce(context: DiagnosisContext): Plan<boolean> {
  const isFlaky = (yield* beforeBroken(context)) === 'unexplained';
  if (isFlaky) yield* reportFindings({ confirm: { ...context.findings.confirm!, kind: 'flaky' } });
  return isFlaky;
}

function* showAgain(context: DiagnosisContext): Plan<void> {
  yield* reportFindings(countedCulprits(context));
  const reproduced = yield* reproduce(context);
  // The reproduction itself may be what splits the classes.
  yield* reportFindings({ ...countedCulprits(context), reproduce: reproduced });
  yield* reportFindings(unloadedCounted(context.findings));
  if (reproduced) yield* say('reproduce', reproduceLine(reproduced));
}

/** If each file runs in its own process, one run of the target alone predicts how long a suite of many files takes. */
function* runAloneFirst({ options, arms }: DiagnosisContext): Plan<Readonly<Record<string, Tally>>> {
  if (arms.alone === null || options.can.process !== 'file') return {};
  const [result] = yield* ask({
    phase: 'confirm',
    doing: 'running the test: alone',
    why: 'no failure seen yet',
    trials: [arms.alone.make()],
  });
  const tally = new RunningTally();
  tally.add(result!, options.target, null);
  return { [arms.alone.name]: tally.tally() };
}

/** Arms whose next run leaves time for others. The file replaces a suite that is too expensive. */
function armsToRun(context: DiagnosisContext, how: Partial<ConfirmOptions>): readonly Arm[] {
  const { options, arms } = context;
  if (arms.alone === null) return [arms.suite, ...(options.can.parallel && arms.parallel ? [arms.parallel] : [])];
  const hasRun = (arm: Arm) => (how.known?.[arm.name]?.runs ?? 0) > 0;
  const isKnown = (arm: Arm) => options.can.process === 'file' || hasRun(arm);
  const fits = (arm: Arm) => !isKnown(arm) || isAffordable(context, arm.cost);
  const dear = [arms.suite, options.can.parallel ? arms.parallel : null].filter((arm) => arm !== null);
  const instead = !dear.some((arm) => hasRun(arm) || fits(arm)) && arms.file && fits(arms.file) ? [arms.file] : [];
  return [arms.alone, ...instead, ...dear.filter(fits)];
}

/** Alternates alone and suite runs until the test has both failed and passed, or passed often enough. */
function* confirmArms(context: DiagnosisContext, how: Partial<ConfirmOptions>): Plan<ConfirmFinding> {
  const { options, arms } = context;
  const confirmed = yield* confirm({
    target: options.target,
    arms: armsToRun(context, how).map(withStart),
    ...how,
    ...(how.passesOfEach === undefined ? {} : { passesOfEach: Math.min(how.passesOfEach, worthIts(arms.suite.cost)) }),
    jobs: options.jobs,
    maxTrials: context.trialsLeft(),
  });
  yield* reportFindings({ confirm: confirmed });
  yield* say('confirm', confirmLine(confirmed));
  throwIfStopped(confirmed.stopped);
  return confirmed;
}

/** Suite runs worth their time before cheaper experiments are tried. */
function worthIts(suiteMs: number): number {
  return Math.max(1, Math.floor(MAX_SUITE_MS / suiteMs));
}

/** Amplifies a rare failure first, if possible and not yet tried. */
function* findCause(context: DiagnosisContext): Plan<void> {
  if (yield* breakInTime(context)) return;
  const { all, arms } = context.findings.confirm!;
  if (maybeRare(all)) yield* confirmArms(context, { known: arms, rate: ENOUGH_FOR_A_RATE });
  const ifRare = context.findings.amplify === null ? amplifyAndFollow : null;
  const rare = isRare(Object.values(context.findings.confirm!.arms));
  if (rare && ifRare && (yield* ifRare(context))) return;
  // An early failure may turn out to be rare during isolation.
  yield* locateCause(context, rare ? null : ifRare);
}

/** One failure is not enough to estimate a rate. */
const maybeRare = ({ failures, runs }: Count): boolean => failures === 1 && runs > 1;

function* followFixedProtocol(options: ResolvedDiagnoseOptions, seen: readonly TrialResult[]): Plan<void> {
  const makeTrial = trialMaker(options, seen);
  const { alone, suite, serial, parallel } = armsOf(options, makeTrial, seen);
  const found = yield* fixedProtocol({
    target: options.target,
    before: testsBefore(options),
    alone: alone ?? suite,
    suite,
    subset: (tests) => makeTrial([...tests, options.target]),
    serial,
    parallel,
  });
  yield* reportFindings({ fixedProtocol: found, stopped: found.stopped ?? null });
}
