/**
 * A fast search for the tests that make the target fail or pass: a screen of pairs, then of tests that act together, then a proof in
 * separate processes. What it cannot settle goes to the slower search, which models chance.
 */

import type { OrderFinding, ScreenPairsFinding } from '../../contract/findings.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { TrialId } from '../../contract/trial.ts';
import { plural } from '../../text/plural.ts';
import { countedFailures, failureClassOf, failuresOf } from '../counted-failures.ts';
import { jointScreen } from '../order/joint-screen.ts';
import { type ProvedSet, proveOrderSuspects, runOrderControl, type SuspectProof } from '../order/prove-suspects.ts';
import { type Plan, reportFindings, say } from '../plan.ts';
import { BAYES_FACTOR } from '../statistics/thresholds.ts';
import { twoArmBayesFactor } from '../statistics/two-arm-bayes-factor.ts';
import { mergeTallies, NO_TALLY } from '../tally.ts';
import { costs } from './costs.ts';
import type { DiagnosisContext } from './diagnosis-context.ts';
import { screenPairs } from './screen-pairs.ts';
import { isSteady, seenUnder } from './seen-under.ts';

/** Suspects proved before the slower search takes over. */
const MAX_PROOFS = 3;
/** Factor by which the evidence must be stronger for a culprit whose failure is of another class: it may be chance. */
const ASKED_OF_CHANCE = 10;
/** From this many setters on, the cause is more likely running anything first than these tests. */
const MIN_EVERYBODY = 4;

export interface QuickSearch {
  readonly event: 'failure' | 'pass';
  /** Whether the target can run twice in one process and do the same. */
  readonly again: boolean;
  /** Tests before the target in an order that has shown the event; null if none has. */
  readonly shown: readonly TestId[] | null;
}

/** Null if the search settles nothing. */
export function* quickSearch(context: DiagnosisContext, search: QuickSearch): Plan<OrderFinding | null> {
  const { findings } = context;
  const known = findings.screen?.event === search.event ? findings.screen : null;
  const screen = known ?? (yield* screenPairs(context, search.event, search));
  yield* reportFindings({ screen });
  if (screen === null) return null;
  if (isEverybody(screen)) return everybody(screen);
  for (const [at, hit] of screen.hits.slice(0, MAX_PROOFS).entries()) {
    yield* say('bisect', suspectLine(search.event, [hit]));
    const found = yield* prove(context, screen, [hit], at + 1);
    if (found !== null) return found;
  }
  if (screen.way !== 'forks' || search.shown === null || screen.hits.length > 0) return null;
  const set = yield* jointScreen({ ...screenOf(context, search.shown.length), event: search.event }, search.shown);
  if (set === null) return null;
  yield* say('bisect', suspectLine(search.event, set));
  return yield* prove(context, screen, set, 1);
}

/** Further culprits suggested by the screen, each proved separately; at most `trials`. */
export function* proveOthers(context: DiagnosisContext, trials: number): Plan<void> {
  const { findings } = context;
  const { order, screen } = findings;
  if (order?.kind !== 'culprits' || screen === null) return;
  const since = context.seen.length;
  const named = new Set(order.sets.flat());
  let cleared = 0;
  for (const hit of screen.hits.filter((test) => !named.has(test))) {
    if (context.seen.length - since >= trials) return;
    const proof = proofOf(context, screen.event, cleared + 1);
    // A test that also fails alone fails after many tests in a screen, and most of them are innocent.
    if (screen.event === 'failure' && proof.alone.failures > 0) return;
    const proved = yield* proveStrictly(context, proof, [hit], order.confirmed[0]?.with.trials ?? []);
    if (proved === null) {
      cleared += 1;
      continue;
    }
    const now = findings.order!;
    yield* reportFindings({ order: { ...now, sets: [...now.sets, [hit]], confirmed: [...now.confirmed, proved] } });
  }
}

/** If the suspects cause failures of another class than these trials had, it may be chance, and the proof must be much stronger. */
function* proveStrictly(
  { options, seen }: DiagnosisContext,
  proof: SuspectProof,
  set: readonly TestId[],
  known: readonly TrialId[],
): Plan<ProvedSet | null> {
  const proved = yield* proveOrderSuspects(proof, set);
  if (proved === null || proof.event === 'pass') return proved;
  const classes = (trials: readonly TrialId[]) =>
    failuresOf(
      seen.filter(({ id }) => trials.includes(id)),
      options.target,
    ).map(failureClassOf);
  const before = new Set(classes(known));
  if (before.size === 0 || classes(proved.with.trials).some((own) => before.has(own))) return proved;
  return yield* proveOrderSuspects({ ...proof, nth: proof.nth * ASKED_OF_CHANCE }, set);
}

function* prove(
  context: DiagnosisContext,
  screen: ScreenPairsFinding,
  set: readonly TestId[],
  nth: number,
): Plan<OrderFinding | null> {
  const since = context.seen.length;
  const proof = proofOf(context, screen.event, nth);
  const inSuite = context.seen.filter(({ trial }) => trial.tests.length > 1 && !trial.forks).map(({ id }) => id);
  const proved = yield* proveStrictly(context, proof, set, inSuite);
  if (proved === null) return null;
  const control = set.length === 1 ? controlFor(context, screen, set[0]!) : null;
  const tally = control === null ? null : yield* runOrderControl(proof, control, proved.with);
  if (tally !== null && twoArmBayesFactor(proved.with, tally) < BAYES_FACTOR.hint) return null;
  return finding(context, screen, set, proved, since, control === null ? null : { test: control, tally: tally! });
}

function proofOf(context: DiagnosisContext, event: 'failure' | 'pass', nth: number): SuspectProof {
  const { options, seen, makeTrial, findings } = context;
  const { target } = options;
  const fingerprints = countedFailures(seen, target);
  const events = seenUnder(seen, target, findings.under, fingerprints).filter(({ tests }) => tests.length === 1);
  return {
    target,
    event,
    make: makeTrial,
    fingerprints,
    alone: { failures: events.filter((one) => one.event === event).length, runs: events.length },
    jobs: options.jobs,
    nth,
    steady: isSteady(seen, target, findings.under, fingerprints),
  };
}

/** If any test before it makes it pass, the cause is running anything at all (a cold start), not one test. */
const isEverybody = ({ event, hits, others }: ScreenPairsFinding): boolean =>
  event === 'pass' && others.length === 0 && hits.length >= MIN_EVERYBODY;

function everybody({ trials }: ScreenPairsFinding): OrderFinding {
  const other = { pair: 0, size: 1, none: 0 };
  return { kind: 'size-effect', sets: [], confirmed: [], complete: null, suspects: [], other, steps: [], trials };
}

/** A harmless test that takes about as long. */
function controlFor({ seen }: DiagnosisContext, { others }: ScreenPairsFinding, culprit: TestId): TestId | null {
  if (others.length === 0) return null;
  const { duration } = costs(seen);
  const far = (test: TestId) => Math.abs(Math.log(duration(test) / duration(culprit)));
  return others.reduce((best, test) => (far(test) < far(best) ? test : best));
}

function finding(
  context: DiagnosisContext,
  screen: ScreenPairsFinding,
  set: readonly TestId[],
  proved: ProvedSet,
  since: number,
  control: NonNullable<OrderFinding['control']> | null,
): OrderFinding {
  const before = mergeTallies(NO_TALLY, proved.with);
  return {
    kind: 'culprits',
    sets: [set],
    confirmed: [{ with: proved.with, without: proved.without }],
    complete: null,
    suspects: set.map((test) => ({
      test,
      posterior: 1,
      before,
      notBefore: proved.without,
      single: set.length === 1 ? before : { failures: 0, runs: 0 },
    })),
    other: { pair: 0, size: 0, none: 0 },
    steps: [],
    trials: [...screen.trials, ...context.seen.slice(since).map(({ id }) => id)],
    ...(control === null ? {} : { control }),
  };
}

function screenOf({ options, seen, makeTrial }: DiagnosisContext, candidates: number) {
  return {
    target: options.target,
    make: makeTrial,
    fingerprints: countedFailures(seen, options.target),
    duration: costs(seen).duration,
    doing: `some of ${plural(candidates, 'test')} together before the target`,
    why: 'no single test explains it: which are needed together?',
  };
}

function suspectLine(event: 'failure' | 'pass', set: readonly TestId[]): string {
  const does = event === 'failure' ? 'fails' : 'passes';
  return `${does} after ${set.join(' + ')} in a screen; fresh trials confirm or reject it`;
}
