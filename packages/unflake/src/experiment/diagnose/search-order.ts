/** Starts the order search on the context of a diagnosis: for polluters, for setters, and for cleaners once the polluters are known. */
import type { OrderFinding } from '../../contract/findings.ts';
import type { TestId } from '../../contract/test-id.ts';
import { plural } from '../../text/plural.ts';
import { countedFailures } from '../counted-failures.ts';
import { eventOf, type Fingerprints } from '../event-of.ts';
import { bisectOrder } from '../order/bisect-order.ts';
import { forkScreen } from '../order/fork-screen.ts';
import { ask, type Plan } from '../plan.ts';
import { turnedRound } from '../statistics/counts.ts';
import { costs } from './costs.ts';
import type { DiagnosisContext } from './diagnosis-context.ts';
import { seenUnder } from './seen-under.ts';

/** Cleaners help to fix the test but carry no verdict, so their search is short. */
const CLEANER_TRIALS = 40;
/** Cleaners that the suite does not point at are not worth a longer wait. */
const MAX_CLEANERS_MS = 2_000;
/** A pass may also be one of the runs that an unsteady polluter spares; a cleaner makes each of them pass. */
const LOOKS_AFTER_A_PASS = 2;
/** Enough to show how the state can be undone. */
const MAX_CLEANERS = 3;
/** Below this rate a pass after the polluter says too little about a cleaner. */
const STEADY_RATE = 0.9;

export function* searchOrder(
  context: DiagnosisContext,
  candidates: readonly TestId[],
  event: 'failure' | 'pass',
): Plan<OrderFinding> {
  const { options, findings, seen } = context;
  const { suite, alone } = findings.isolate!;
  const events = ({ failures, runs }: { failures: number; runs: number }) => ({
    failures: event === 'failure' ? failures : runs - failures,
    runs,
  });
  return yield* bisectOrder({
    target: options.target,
    candidates,
    event,
    fixed: [],
    fingerprints: countedFailures(seen, options.target),
    known: { all: events(suite), none: events(alone) },
    ...costs(seen),
    make: context.makeTrial,
    random: options.random.fork('order search'),
    jobs: options.jobs,
    budget: context.trialsLeft(),
    findAll: true,
  });
}

/** Which tests, run between the polluters and the victim, make it pass again? Null when that cannot be told cheaply. */
export function* searchCleaners(context: DiagnosisContext): Plan<OrderFinding | null> {
  const { options, findings, seen, makeTrial } = context;
  const [polluters] = findings.order!.sets;
  const [confirmed] = findings.order!.confirmed;
  if (!polluters || !confirmed || strikeRate(findings.order!) < STEADY_RATE) return null;
  const involved = new Set([options.target, ...findings.order!.sets.flat()]);
  const fingerprints = countedFailures(seen, options.target);
  const idle = ranBetween(context, polluters, fingerprints);
  const others = options.suite.filter((test) => !involved.has(test) && !idle.has(test));
  if (others.length === 0) return null;
  if (options.can.fork) return yield* screenCleaners(context, polluters, likelyCleaners(context, polluters, others));
  let passes = 0;
  for (const length of [1, LOOKS_AFTER_A_PASS]) {
    const looks = yield* ask({
      phase: 'bisect',
      doing: `${plural(others.length, 'other test')} between the polluter and the victim`,
      why: 'does any of them clean up?',
      trials: Array.from({ length }, () => makeTrial([...polluters, ...others, options.target])),
    });
    const passed = looks.filter((result) => eventOf(result, options.target, fingerprints) === 'pass').length;
    if (passed < length) return null;
    passes += length;
  }
  return yield* bisectOrder({
    target: options.target,
    candidates: others,
    event: 'pass',
    fixed: polluters,
    fingerprints,
    known: {
      all: { failures: passes, runs: passes },
      none: turnedRound(confirmed.with),
    },
    ...costs(seen),
    make: makeTrial,
    random: options.random.fork('cleaner search'),
    jobs: options.jobs,
    budget: Math.min(context.trialsLeft(), CLEANER_TRIALS),
    findAll: false,
  });
}

/**
 * If the polluter runs before the target in the suite and the target passes, a test in between cleans up. Otherwise any test may be a
 * cleaner, as far as trying is cheap.
 */
function likelyCleaners(
  { options: { suite, target }, seen }: DiagnosisContext,
  polluters: readonly TestId[],
  others: readonly TestId[],
): readonly TestId[] {
  const last = Math.max(...polluters.map((test) => suite.indexOf(test)));
  const between = new Set(suite.slice(last + 1, Math.max(0, suite.indexOf(target))));
  const likely = others.filter((test) => between.has(test));
  if (likely.length > 0) return likely;
  const screened = seen.findLast(({ trial }) => trial.forks !== undefined);
  const eachMs = screened === undefined ? 1 : screened.ms / screened.trial.forks!.length;
  return others.slice(0, Math.floor(MAX_CLEANERS_MS / Math.max(1, eachMs)));
}

/** Runs each test between the polluters and the victim, in forks. The first few that help are confirmed in separate processes. */
function* screenCleaners(
  { options, seen, makeTrial }: DiagnosisContext,
  polluters: readonly TestId[],
  others: readonly TestId[],
): Plan<OrderFinding | null> {
  const { target } = options;
  const fingerprints = countedFailures(seen, target);
  const screen = {
    target,
    make: makeTrial,
    fingerprints,
    duration: costs(seen).duration,
    doing: `each of ${plural(others.length, 'other test')} between the polluter and the victim`,
    why: 'does any of them clean up?',
  };
  const answers = yield* forkScreen(
    screen,
    others.map((test) => [...polluters, test]),
  );
  const helping = answers.filter(({ event }) => event === 'pass').slice(0, MAX_CLEANERS);
  const trials = answers.map(({ trial }) => trial);
  const sets: (readonly TestId[])[] = [];
  for (const { set } of helping) {
    const { doing, why } = screen;
    const [result] = yield* ask({ phase: 'bisect', doing, why, trials: [makeTrial([...set, target])] });
    trials.push(result!.id);
    if (eventOf(result!, target, fingerprints) === 'pass') sets.push([set.at(-1)!]);
  }
  const other = { pair: 0, size: 0, none: 0 };
  const kind = sets.length > 0 ? 'culprits' : 'no-order-effect';
  return { kind, sets, confirmed: [], complete: null, suspects: [], other, steps: [], trials: [...new Set(trials)] };
}

/** Tests that ran between the polluters and the victim although the victim failed. */
function ranBetween(
  context: DiagnosisContext,
  polluters: readonly TestId[],
  fingerprints: Fingerprints,
): ReadonlySet<TestId> {
  const { options, findings, seen } = context;
  const { target } = options;
  const failed = seenUnder(seen, target, findings.under, fingerprints).filter(({ event }) => event === 'failure');
  return new Set(
    failed.flatMap(({ tests }) => {
      const places = polluters.map((polluter) => tests.indexOf(polluter));
      return places.includes(-1) ? [] : tests.slice(Math.max(...places) + 1, Math.max(0, tests.indexOf(target)));
    }),
  );
}

/** Failure rate over every run that had the polluters before the target; fresh runs alone are too few. */
function strikeRate({ sets, confirmed, suspects }: OrderFinding): number {
  const rates = [
    confirmed[0]!.with,
    ...suspects.filter(({ test }) => sets[0]!.includes(test)).map(({ before }) => before),
  ];
  return Math.min(...rates.filter(({ runs }) => runs > 0).map(({ failures, runs }) => failures / runs));
}
