/**
 * Locates the cause of an intermittent failure: earlier tests, a random draw, or time. Each stage runs if the stages before it found
 * nothing.
 */
import { fileOf } from '../../contract/file-of.ts';
import type { IsolateFinding, OrderFinding, Tally } from '../../contract/findings.ts';
import type { TestId } from '../../contract/test-id.ts';
import { isRare } from '../confirm/is-rare.ts';
import { countedFailures } from '../counted-failures.ts';
import type { Arm } from '../findings.ts';
import { isolate } from '../isolate/isolate.ts';
import { type Plan, reportFindings, say } from '../plan.ts';
import { NO_TALLY } from '../tally.ts';
import { withStart } from './costs.ts';
import { type DiagnosisContext, testsBefore } from './diagnosis-context.ts';
import { measureTime, proveSlowness } from './measure-time.ts';
import { explainParallelFailure, failsOnlyInParallel } from './parallel-failure.ts';
import { quickSearch } from './quick-search.ts';
import { isAffordable } from './resolved-diagnose-options.ts';
import { searchCleaners, searchOrder } from './search-order.ts';
import { isolateLine, orderLine } from './sentences.ts';
import { throwIfStopped } from './throw-if-stopped.ts';
import { turnSeeds } from './turn-seeds.ts';

/** Called when the failure turns out to be rare. Returns true if it took over. */
type IfRare = (context: DiagnosisContext) => Plan<boolean>;

export function* locateCause(context: DiagnosisContext, ifRare: IfRare | null): Plan<void> {
  const { options, findings, arms } = context;
  const { arms: counts } = findings.confirm!;
  if (arms.alone === null) return yield* searchIntrinsicCauses(context);
  if (failsOnlyInParallel(counts) && (yield* explainParallelFailure(context))) return;
  // If the test fails alone and the suite is expensive, random draws are settled first.
  if (isWorthDrawing(context) && (yield* turnSeeds(context))) return;
  const alone = counts.alone ?? NO_TALLY;
  const isTooDear = counts.suite === undefined && !isAffordable(context, arms.suite.cost);
  if (isTooDear && alone.failures > 0) return yield* searchIntrinsicCauses(context);
  if (isTooDear && arms.file) {
    const own = testsBefore(options).filter((test) => fileOf(test) === fileOf(options.target));
    return yield* isolateAndSearch(
      context,
      { before: own, arm: arms.file, file: null },
      alone,
      counts.file ?? NO_TALLY,
    );
  }
  const order = { before: testsBefore(options), arm: arms.suite, file: arms.file };
  yield* isolateAndSearch(context, order, alone, counts.suite ?? NO_TALLY, ifRare);
}

/** How many times longer the suite takes than the test alone. */
const DEAR = 3;

function isWorthDrawing({ findings, arms }: DiagnosisContext): boolean {
  const alone = findings.confirm!.arms.alone ?? NO_TALLY;
  const isMixed = alone.failures >= 2 && alone.runs - alone.failures >= 2;
  return isMixed && arms.suite.cost > DEAR * arms.alone!.cost;
}

/** An order that runs other tests before the target, and the arm that runs it. */
export interface GivenOrder {
  readonly before: readonly TestId[];
  readonly arm: Arm;
  readonly file: Arm | null;
}

export function* isolateAndSearch(
  context: DiagnosisContext,
  order: GivenOrder,
  alone: Tally,
  suite: Tally,
  ifRare: IfRare | null = null,
): Plan<void> {
  const isolated = yield* compareAndSearch(context, order, alone, suite, ifRare);
  if (context.findings.order?.kind === 'culprits') return;
  const isCut = ifRare !== null && isRare([isolated.alone, isolated.suite]);
  if (isCut && (yield* ifRare(context))) return;
  if (isCut && isolated.verdict === 'undecided') {
    // With the runs that showed that it is not rare after all.
    const { alone: aloneNow, suite: suiteNow } = context.findings.isolate!;
    yield* isolateAndSearch(context, order, aloneNow, suiteNow);
  } else yield* searchIntrinsicCauses(context);
}

/** Compares the test alone with the order, and searches for the culprits if the two differ. */
export function* compareAndSearch(
  context: DiagnosisContext,
  order: GivenOrder,
  alone: Tally,
  suite: Tally,
  ifRare: IfRare | null = null,
): Plan<IsolateFinding> {
  const { options, findings, arms } = context;
  const isolated = yield* isolate({
    target: options.target,
    alone: withStart(arms.alone!),
    suite: withStart(order.arm),
    file: order.file,
    twice: findings.provoke?.twice ? null : arms.twice,
    known: { alone, suite },
    fingerprints: countedFailures(context.seen, options.target),
    ...(ifRare === null ? {} : { isVain: isRare }),
    jobs: options.jobs,
    maxTrials: context.trialsLeft(),
  });
  yield* reportFindings({ isolate: isolated });
  throwIfStopped(isolated.stopped);
  yield* say('isolate', isolateLine(isolated));
  if (isolated.verdict === 'suite-worse') yield* searchFor(context, order.before, 'failure');
  else if (isolated.verdict === 'suite-better') yield* searchFor(context, order.before, 'pass');
  return isolated;
}

function* searchFor(context: DiagnosisContext, candidates: readonly TestId[], event: 'failure' | 'pass'): Plan<void> {
  const twice = context.findings.isolate?.twice ?? context.findings.provoke?.twice;
  const again = event === 'pass' || (twice != null && twice.second.runs > 0 && twice.second.failures === 0);
  const quick = yield* quickSearch(context, { event, again, shown: candidates });
  yield* keepOrder(context, quick ?? (yield* searchOrder(context, candidates, event)), event);
}

/** Reports the finding. Returns true if it names culprits. */
export function* keepOrder(context: DiagnosisContext, order: OrderFinding, event: 'failure' | 'pass'): Plan<boolean> {
  const { options } = context;
  yield* reportFindings({ searched: event === 'failure' ? 'victim' : 'brittle', order });
  throwIfStopped(order.stopped);
  yield* say('bisect', orderLine(order, options.suite.length - 1, event === 'failure' ? 'polluted by' : 'set up by'));
  if (event === 'failure' && order.kind === 'culprits')
    yield* reportFindings({ cleaners: yield* searchCleaners(context) });
  return order.kind === 'culprits';
}

/** The cause is not an earlier test, so it is a random draw or time. Draws are cheaper to test. */
export function* searchIntrinsicCauses(context: DiagnosisContext): Plan<void> {
  const isSettled = context.findings.perturb?.seeds.some(({ kind }) => kind !== 'unresolved') ?? false;
  if (!isSettled && (yield* turnSeeds(context))) return;
  yield* measureTime(context);
  if (context.findings.time?.slowEffect === 'worse') yield* proveSlowness(context);
}
