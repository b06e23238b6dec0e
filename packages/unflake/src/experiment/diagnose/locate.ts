/** It fails now and then: does it depend on what runs before it, on a draw, on time? Each stage is run when those before it found nothing. */
import { fileOf } from '../../contract/file-of.ts';
import type { IsolateFinding, OrderFinding, Tally } from '../../contract/findings.ts';
import type { TestId } from '../../contract/test-id.ts';
import { isRare } from '../confirm/is-rare.ts';
import { countedFailures } from '../counted-failures.ts';
import type { Arm } from '../findings.ts';
import { isolate } from '../isolate/isolate.ts';
import { type Plan, say } from '../plan.ts';
import { NO_TALLY } from '../tally.ts';
import { type Bench, before } from './bench.ts';
import { besideOthers, failsOnlyBeside } from './beside-others.ts';
import { withStart } from './costs.ts';
import { endIf } from './end-if.ts';
import { measureTime, proveSlowness } from './measure-time.ts';
import { isAffordable } from './question.ts';
import { quickSearch } from './quick-search.ts';
import { searchCleaners, searchOrder } from './search-order.ts';
import { isolateLine, orderLine } from './sentences.ts';
import { turnSeeds } from './turn-seeds.ts';

/** What is done where it turns out to be rare. Says whether that was the way to follow. */
type IfRare = (bench: Bench) => Plan<boolean>;

export function* locate(bench: Bench, ifRare: IfRare | null): Plan<void> {
  const { question, findings, ways } = bench;
  const { arms: counts } = findings.confirm!;
  if (ways.alone === null) return yield* lookWithin(bench);
  if (failsOnlyBeside(counts) && (yield* besideOthers(bench))) return;
  // Where it fails alone and the suite is dear, what is drawn alone is settled first.
  if (isWorthDrawing(bench) && (yield* turnSeeds(bench))) return;
  const alone = counts.alone ?? NO_TALLY;
  const isTooDear = counts.suite === undefined && !isAffordable(bench, ways.suite.cost);
  if (isTooDear && alone.failures > 0) return yield* lookWithin(bench);
  if (isTooDear && ways.file) {
    const own = before(question).filter((test) => fileOf(test) === fileOf(question.target));
    return yield* isolateAndSearch(bench, { before: own, arm: ways.file, file: null }, alone, counts.file ?? NO_TALLY);
  }
  const order = { before: before(question), arm: ways.suite, file: ways.file };
  yield* isolateAndSearch(bench, order, alone, counts.suite ?? NO_TALLY, ifRare);
}

/** How many times longer the suite takes than the test alone. */
const DEAR = 3;

function isWorthDrawing({ findings, ways }: Bench): boolean {
  const alone = findings.confirm!.arms.alone ?? NO_TALLY;
  const isMixed = alone.failures >= 2 && alone.runs - alone.failures >= 2;
  return isMixed && ways.suite.cost > DEAR * ways.alone!.cost;
}

/** An order in which the target runs after others, and the arm that runs it. */
export interface GivenOrder {
  readonly before: readonly TestId[];
  readonly arm: Arm;
  readonly file: Arm | null;
}

export function* isolateAndSearch(
  bench: Bench,
  order: GivenOrder,
  alone: Tally,
  suite: Tally,
  ifRare: IfRare | null = null,
): Plan<void> {
  const isolated = yield* compareAndSearch(bench, order, alone, suite, ifRare);
  if (bench.findings.order?.kind === 'culprits') return;
  const { alone: aloneNow, suite: suiteNow, verdict } = isolated;
  const isCut = ifRare !== null && isRare([aloneNow, suiteNow]);
  if (isCut && (yield* ifRare(bench))) return;
  if (isCut && verdict === 'undecided') yield* isolateAndSearch(bench, order, aloneNow, suiteNow);
  else yield* lookWithin(bench);
}

/** Alone and in the order, in turn; and who it is, where the two differ. */
export function* compareAndSearch(
  bench: Bench,
  order: GivenOrder,
  alone: Tally,
  suite: Tally,
  ifRare: IfRare | null = null,
): Plan<IsolateFinding> {
  const { question, findings, ways } = bench;
  const isolated = yield* isolate({
    target: question.target,
    alone: withStart(ways.alone!),
    suite: withStart(order.arm),
    file: order.file,
    twice: findings.provoke?.twice ? null : ways.twice,
    known: { alone, suite },
    fingerprints: countedFailures(bench.seen, question.target),
    ...(ifRare === null ? {} : { isVain: isRare }),
    jobs: question.jobs,
    maxTrials: bench.left(),
  });
  findings.isolate = isolated;
  endIf(isolated.stopped);
  yield* say('isolate', isolateLine(isolated));
  if (isolated.verdict === 'suite-worse') yield* searchFor(bench, order.before, 'failure');
  else if (isolated.verdict === 'suite-better') yield* searchFor(bench, order.before, 'pass');
  return isolated;
}

function* searchFor(bench: Bench, candidates: readonly TestId[], event: 'failure' | 'pass'): Plan<void> {
  const twice = bench.findings.isolate?.twice ?? bench.findings.provoke?.twice;
  const again = event === 'pass' || (twice != null && twice.second.runs > 0 && twice.second.failures === 0);
  const quick = yield* quickSearch(bench, { event, again, shown: candidates });
  yield* keepOrder(bench, quick ?? (yield* searchOrder(bench, candidates, event)), event);
}

/** Keeps what was found, and says whether culprits are. */
export function* keepOrder(bench: Bench, order: OrderFinding, event: 'failure' | 'pass'): Plan<boolean> {
  const { findings, question } = bench;
  findings.searched = event === 'failure' ? 'victim' : 'brittle';
  findings.order = order;
  endIf(order.stopped);
  yield* say('bisect', orderLine(order, question.suite.length - 1, event === 'failure' ? 'polluted by' : 'set up by'));
  if (event === 'failure' && order.kind === 'culprits') findings.cleaners = yield* searchCleaners(bench);
  return order.kind === 'culprits';
}

/** Not the tests before it: a draw, or time. Draws are cheaper to settle. */
export function* lookWithin(bench: Bench): Plan<void> {
  const isSettled = bench.findings.perturb?.seeds.some(({ kind }) => kind !== 'unresolved') ?? false;
  if (!isSettled && (yield* turnSeeds(bench))) return;
  yield* measureTime(bench);
  if (bench.findings.time?.slowEffect === 'worse') yield* proveSlowness(bench);
}
