/**
 * The whole diagnosis as one plan: confirm, isolate, then whichever search the evidence asks for, then the reproduction. It only chooses
 * trials; what they mean is explain's.
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
import { ask, type Plan, type Step, Stopped, say } from '../plan.ts';
import { RunningTally } from '../running-tally.ts';
import { seedProtocol } from '../seed-protocol/seed-protocol.ts';
import { arms } from './arms.ts';
import { beforeBroken } from './before-broken.ts';
import { type Bench, before } from './bench.ts';
import { breakInTime } from './break-in-time.ts';
import { armCost, withStart } from './costs.ts';
import { detect } from './detect.ts';
import { endIf } from './end-if.ts';
import { type FindingsSoFar, nothingYet } from './findings-so-far.ts';
import { keepCountedCulprits } from './keep-counted-culprits.ts';
import { locate, lookWithin } from './locate.ts';
import { trialMaker } from './make-trial.ts';
import { type DiagnoseQuestion, isAffordable, timeLeftMs } from './question.ts';
import { proveOthers } from './quick-search.ts';
import { recording } from './recording.ts';
import { reproduce } from './reproduce.ts';
import { confirmLine, detectLine, reproduceLine } from './sentences.ts';
import { countUnloaded, takeBack } from './take-back.ts';
import { amplifyAndFollow, tryHarder, trySuggested } from './try-harder.ts';
import { tryOrders } from './try-orders.ts';
import { unlessOver } from './unless-over.ts';

export interface DiagnoseFinding {
  readonly findings: FindingsSoFar;
  readonly seen: readonly TrialResult[];
}

/** Passes after which other orders are tried, which are cheap and the most frequent cause. */
const FIRST_LOOK = { passesNeeded: 3 } as const;
/**
 * Passes after which the test is no longer only looked at: a rare failure is found sooner where it is provoked. Some of each arm, however
 * dear: what the suite shows half of the time is worth more runs of it than any knob.
 */
const SECOND_LOOK = { passesNeeded: 8, passesOfEach: 4 } as const;
/** Passes after which the rate is under 5 %, at 95 %. */
const LAST_LOOK = { passesNeeded: 60 } as const;
/** Of the time in all, for the last look at a test whose code gives reason to suspect it. */
const SUSPICIOUS_SHARE = 0.15;
const FIRST_ORDERS = 1;
const MAX_SUITE_MS = 15_000;
/** Who else does it is worth knowing, and no reason to keep anybody waiting. */
const MAX_TRIALS_FOR_OTHERS = 30;
const ENOUGH_FOR_A_RATE = { failures: 3, runs: 20 } as const;

/** Ends with what is known whenever the engine says that no more trials will be run. */
export function* diagnose(question: DiagnoseQuestion): Plan<DiagnoseFinding> {
  const seen: TrialResult[] = [];
  const findings = nothingYet();
  try {
    const plan = question.protocol === 'seed' ? followSeed : investigate;
    yield* recording(plan(question, findings, seen), seen);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    findings.stopped = error.reason;
  }
  findings.apart = failuresApart(seen, question.target);
  findings.failed = failedIn(seen, question.target, findings);
  findings.tookMs = seen.at(-1)?.atMs ?? 0;
  return { findings, seen };
}

/** Only where the classes were taken apart. */
function failuresApart(seen: readonly TrialResult[], target: TestId): number {
  const counted = countedFailures(seen, target);
  const events = seen.filter(({ trial }) => trial.mode === 'probe').flatMap((one) => eventsOf(one, target, counted));
  return events.filter((event) => event === 'other-failure').length;
}

/** Under a limit that it needs, and where a detector makes it fail, a failure says nothing of the test as it is. */
function failedIn(
  seen: readonly TrialResult[],
  target: TestId,
  { perturb, detect: detected }: FindingsSoFar,
): readonly TrialId[] {
  const isNeed = ({ trial }: TrialResult) => perturb?.needs.some(({ knob }) => knob in trial.conditions) ?? false;
  const counts = (result: TrialResult) => !isNeed(result) && !detected?.trials.includes(result.id);
  return seen.filter((result) => eventOf(result, target, null) === 'failure' && counts(result)).map(({ id }) => id);
}

function* investigate(question: DiagnoseQuestion, findings: FindingsSoFar, seen: readonly TrialResult[]): Plan<void> {
  const make = trialMaker(question, seen);
  const ways = arms(question, make, seen);
  const bench: Bench = { question, findings, seen, make, ways, left: () => Math.max(0, question.trials - seen.length) };

  const first = yield* look(bench, { ...FIRST_LOOK, known: yield* runAloneFirst(bench) });
  if (first.all.runs === 0) return;
  if (first.kind === 'flaky' || (first.kind === 'always-fails' && (yield* passedOnce(bench)))) yield* findCause(bench);
  if (first.kind === 'not-reproduced') yield* bringItOut(bench, first);
  // It may fail always because of what the first trial left, or from one of those on that were to bring it out.
  if (first.kind !== 'flaky' && hasFailed(bench) && !isProved(findings)) yield* breakInTime(bench);
  yield* showAgain(bench);
  if (takeBack(findings)) {
    yield* lookWithin(bench);
    yield* showAgain(bench);
  }
  // A screen in one process sees what was left before: its further suspects mean nothing then.
  if (findings.reproduce?.confirmed && findings.residue === null) yield* proveOthers(bench, MAX_TRIALS_FOR_OTHERS);
  findings.detect = yield* detect(bench);
  if (findings.detect) yield* say('explain', detectLine(findings.detect));
}

const hasFailed = ({ seen, question }: Bench): boolean =>
  seen.some((result) => eventOf(result, question.target, null) === 'failure');

const isProved = ({ order, perturb }: FindingsSoFar): boolean => order?.kind === 'culprits' || Boolean(perturb?.proof);

/** Nothing failed at first: other orders, more runs, and then everything else that can be turned. */
function* bringItOut(bench: Bench, first: ConfirmFinding): Plan<void> {
  if (yield* tryOrders(bench, FIRST_ORDERS)) return;
  // The bound on the rate is what a healthy test is asked for: its runs must fit in.
  const isOver = (step: Step) =>
    !hasFailed(bench) && timeLeftMs(bench.question, bench.seen) - expectedMs(bench, step) < lastLookMs(bench);
  if (yield* unlessOver(trySuggested(bench), isOver)) return;
  const second = yield* look(bench, { ...SECOND_LOOK, known: first.arms, otherOrders: passesInOtherOrders(bench) });
  if (second.kind === 'flaky') return yield* findCause(bench);
  if (second.kind !== 'not-reproduced') return;
  if (yield* unlessOver(tryHarder(bench), isOver)) return;
  const last = yield* look(bench, { ...LAST_LOOK, known: second.arms, otherOrders: passesInOtherOrders(bench) });
  if (last.kind === 'flaky') yield* findCause(bench);
}

/**
 * Trials with nothing turned that are in no arm. One in which it ran often is one process, with one hash seed and one start: it counts once.
 * Zero if one of them failed: the answer reports that failure instead.
 */
function passesInOtherOrders({ seen, question, findings }: Bench): number {
  const inArms = new Set(Object.values(findings.confirm!.arms).flatMap(({ trials }) => trials));
  const isPlain = ({ mode, conditions }: Trial) => mode === 'probe' && Object.keys(conditions).length === 0;
  const events = seen
    .filter(({ id, trial }) => isPlain(trial) && !inArms.has(id))
    .map((result) => eventOf(result, question.target, null));
  return events.includes('failure') ? 0 : events.filter((event) => event === 'pass').length;
}

function expectedMs({ seen }: Bench, { trials }: Step): number {
  return trials.reduce((sum, { tests, conditions }) => sum + armCost(seen, tests, conditions), 0);
}

function lastLookMs({ question, ways, findings }: Bench): number {
  const left = LAST_LOOK.passesNeeded - (findings.confirm?.all.runs ?? 0);
  const wantedMs = Math.max(0, left) * withStart(ways.alone ?? ways.suite).cost;
  // Code that looks flaky is to be provoked first, and a bound is what is left to say of it.
  const mostMs = question.sources?.length
    ? SUSPICIOUS_SHARE * (question.budgetMs ?? Number.POSITIVE_INFINITY)
    : wantedMs;
  return Math.min(wantedMs, mostMs);
}

/** Whether a test that seemed to fail always passed under a setting that does not explain it: it is flaky after all. */
function* passedOnce(bench: Bench): Plan<boolean> {
  const isFlaky = (yield* beforeBroken(bench)) === 'unexplained';
  if (isFlaky) bench.findings.confirm = { ...bench.findings.confirm!, kind: 'flaky' };
  return isFlaky;
}

function* showAgain(bench: Bench): Plan<void> {
  keepCountedCulprits(bench);
  const reproduced = yield* reproduce(bench);
  // The classes may only come apart while it is shown.
  keepCountedCulprits(bench);
  bench.findings.reproduce = reproduced;
  countUnloaded(bench.findings);
  if (reproduced) yield* say('reproduce', reproduceLine(reproduced));
}

/** Where each file has a process of its own, the target alone tells what a suite of many files will take. */
function* runAloneFirst({ question, ways }: Bench): Plan<Readonly<Record<string, Tally>>> {
  if (ways.alone === null || question.can.process !== 'file') return {};
  const [result] = yield* ask({
    phase: 'confirm',
    doing: 'running the test: alone',
    why: 'no failure seen yet',
    trials: [ways.alone.make()],
  });
  const tally = new RunningTally();
  tally.add(result!, question.target, null);
  return { [ways.alone.name]: tally.tally() };
}

/** Those whose next run leaves time for others. The file stands in for a suite that is too dear. */
function armsToRun(bench: Bench, how: Partial<ConfirmOptions>): readonly Arm[] {
  const { question, ways } = bench;
  if (ways.alone === null) return [ways.suite, ...(question.can.parallel && ways.parallel ? [ways.parallel] : [])];
  const hasRun = (arm: Arm) => (how.known?.[arm.name]?.runs ?? 0) > 0;
  const isKnown = (arm: Arm) => question.can.process === 'file' || hasRun(arm);
  const fits = (arm: Arm) => !isKnown(arm) || isAffordable(bench, arm.cost);
  const dear = [ways.suite, question.can.parallel ? ways.parallel : null].filter((arm) => arm !== null);
  const instead = !dear.some((arm) => hasRun(arm) || fits(arm)) && ways.file && fits(ways.file) ? [ways.file] : [];
  return [ways.alone, ...instead, ...dear.filter(fits)];
}

/** Alone and in the suite, in turn, until it has failed and passed, or passed so often. */
function* look(bench: Bench, how: Partial<ConfirmOptions>): Plan<ConfirmFinding> {
  const { question, ways } = bench;
  const confirmed = yield* confirm({
    target: question.target,
    arms: armsToRun(bench, how).map(withStart),
    ...how,
    ...(how.passesOfEach === undefined ? {} : { passesOfEach: Math.min(how.passesOfEach, worthIts(ways.suite.cost)) }),
    jobs: question.jobs,
    maxTrials: bench.left(),
  });
  bench.findings.confirm = confirmed;
  yield* say('confirm', confirmLine(confirmed));
  endIf(confirmed.stopped);
  return confirmed;
}

/** Runs of the suite that are worth their time before cheaper experiments are tried. */
function worthIts(suiteMs: number): number {
  return Math.max(1, Math.floor(MAX_SUITE_MS / suiteMs));
}

/** A rare failure is first made frequent, where that is possible and was not tried before. */
function* findCause(bench: Bench): Plan<void> {
  if (yield* breakInTime(bench)) return;
  const { all, arms } = bench.findings.confirm!;
  if (maybeRare(all)) yield* look(bench, { known: arms, rate: ENOUGH_FOR_A_RATE });
  const ifRare = bench.findings.amplify === null ? amplifyAndFollow : null;
  const rare = isRare(Object.values(bench.findings.confirm!.arms));
  if (rare && ifRare && (yield* ifRare(bench))) return;
  // What came early by chance may turn out to be rare while it is isolated.
  yield* locate(bench, rare ? null : ifRare);
}

/** One failure says little about how many there are. */
const maybeRare = ({ failures, runs }: Count): boolean => failures === 1 && runs > 1;

function* followSeed(question: DiagnoseQuestion, findings: FindingsSoFar, seen: readonly TrialResult[]): Plan<void> {
  const make = trialMaker(question, seen);
  const { alone, suite, serial, parallel } = arms(question, make, seen);
  findings.seedProtocol = yield* seedProtocol({
    target: question.target,
    before: before(question),
    alone: alone ?? suite,
    suite,
    subset: (tests) => make([...tests, question.target]),
    serial,
    parallel,
  });
  findings.stopped = findings.seedProtocol.stopped ?? null;
}
