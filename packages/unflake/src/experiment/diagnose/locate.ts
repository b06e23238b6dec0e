/** It fails now and then: does it depend on what runs before it, on a draw, on time? Each stage is run when those before it found nothing. */
import type { StopReason, Tally } from '../../contract/findings.ts';
import type { TestId } from '../../contract/test-id.ts';
import { isRare } from '../confirm/is-rare.ts';
import type { Arm } from '../findings.ts';
import { isolate } from '../isolate/isolate.ts';
import { loads } from '../perturb/load-ways.ts';
import { strengthen } from '../perturb/strengthen.ts';
import { type Plan, Stopped, say } from '../plan.ts';
import { isCollision } from '../time/is-collision.ts';
import { type TimeOptions, time } from '../time/time.ts';
import { type Bench, before } from './bench.ts';
import { withStart } from './costs.ts';
import { NO_TALLY } from './findings-so-far.ts';
import { searchCleaners, searchOrder } from './search-order.ts';
import { isolateLine, orderLine, timeLine } from './sentences.ts';
import { turningOf, turnLoads } from './turn-knobs.ts';
import { turnSeeds } from './turn-seeds.ts';
import { usualFingerprints } from './usual-fingerprints.ts';

type ArmTallies = Readonly<Record<string, Tally | undefined>>;

/** One alone may be chance. */
const FEWEST_BESIDE = 2;

/** What is done where it turns out to be rare. Says whether that was the way to follow. */
type IfRare = (bench: Bench) => Plan<boolean>;

export function* locate(bench: Bench, ifRare: IfRare | null): Plan<void> {
  const { question, findings, ways } = bench;
  const { arms: counts } = findings.confirm!;
  if (ways.alone === null) return yield* lookWithin(bench);
  if (failsOnlyBeside(counts) && (yield* besideOthers(bench))) return;
  const order = { before: before(question), arm: ways.suite, file: ways.file };
  yield* isolateAndSearch(bench, order, counts.alone ?? NO_TALLY, counts.suite ?? NO_TALLY, ifRare);
}

/** It needs others at its side, as far as is known: then it is not those before it that matter. */
function failsOnlyBeside({ alone = NO_TALLY, suite = NO_TALLY, parallel = NO_TALLY }: ArmTallies): boolean {
  return parallel.failures >= FEWEST_BESIDE && alone.failures + suite.failures === 0;
}

/** Says whether it was so, and slowness was asked too. */
function* besideOthers(bench: Bench): Plan<boolean> {
  yield* measureTime(bench, { onlyBeside: true });
  const found = bench.findings.time!;
  if (found.slowEffect === 'worse') yield* proveSlowness(bench);
  else if (!isCollision(found)) {
    bench.findings.time = null;
    return false;
  }
  return true;
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
  const { question, findings, ways } = bench;
  const isolated = yield* isolate({
    target: question.target,
    alone: withStart(ways.alone!),
    suite: withStart(order.arm),
    file: order.file,
    twice: findings.provoke?.twice ? null : ways.twice,
    known: { alone, suite },
    fingerprints: usualFingerprints(bench.seen, question.target),
    ...(ifRare === null ? {} : { isVain: isRare }),
    jobs: question.jobs,
    maxTrials: bench.left(),
  });
  findings.isolate = isolated;
  endIf(isolated.stopped);
  yield* say('isolate', isolateLine(isolated));
  if (isolated.verdict === 'suite-worse') yield* searchFor(bench, order.before, 'failure');
  else if (isolated.verdict === 'suite-better') yield* searchFor(bench, order.before, 'pass');
  if (findings.order?.kind === 'culprits') return;
  const { alone: aloneNow, suite: suiteNow, verdict } = isolated;
  const isCut = ifRare !== null && isRare([aloneNow, suiteNow]);
  if (isCut && (yield* ifRare(bench))) return;
  if (isCut && verdict === 'undecided') yield* isolateAndSearch(bench, order, aloneNow, suiteNow);
  else yield* lookWithin(bench);
}

function* searchFor(bench: Bench, candidates: readonly TestId[], event: 'failure' | 'pass'): Plan<void> {
  const { findings } = bench;
  findings.searched = event === 'failure' ? 'victim' : 'brittle';
  const order = yield* searchOrder(bench, candidates, event);
  findings.order = order;
  endIf(order.stopped);
  yield* say('bisect', orderLine(order, candidates.length, event === 'failure' ? 'polluted by' : 'set up by'));
  if (event === 'failure' && order.kind === 'culprits') findings.cleaners = yield* searchCleaners(bench);
}

/** Not the tests before it: a draw, or time. Draws are cheaper to settle. */
export function* lookWithin(bench: Bench): Plan<void> {
  if (yield* turnSeeds(bench)) return;
  yield* measureTime(bench);
  if (bench.findings.time?.slowEffect === 'worse') yield* proveSlowness(bench);
}

/** It fails more often the less it gets of a processor; that was seen where it was looked for, so fresh trials must show it, with pin and control. */
function* proveSlowness(bench: Bench): Plan<void> {
  const { question, findings, ways } = bench;
  const { share, tally } = findings.time!.doses.at(-1)!;
  const slowed = loads(question.knobs).find(
    ({ choice, setting }) => choice.cause.family === 'timing' && setting === String(share),
  );
  if (slowed === undefined) return;
  const tests = ways.alone === null ? question.suite : [question.target];
  const turned = yield* strengthen(turningOf(bench, 'slowness', tests), slowed, tally);
  yield* turnLoads(bench, [turned], tests);
}

export function* measureTime(bench: Bench, how: Pick<TimeOptions, 'onlyBeside'> = {}): Plan<void> {
  const { question, findings, ways, seen } = bench;
  const timed = yield* time({
    target: question.target,
    observed: seen.filter((result) => Object.keys(result.trial.conditions).length === 0),
    alone: ways.alone ?? ways.suite,
    serial: ways.serial,
    parallel: ways.parallel,
    slowed: ways.slowed,
    fingerprints: usualFingerprints(seen, question.target),
    maxTrials: bench.left(),
    ...how,
  });
  findings.time = timed;
  endIf(timed.stopped);
  yield* say('time', timeLine(timed));
}

/** A plan that was stopped ends the investigation; its finding is kept. Spent trials are a spent budget. */
export function endIf(stopped: StopReason | undefined): void {
  if (stopped !== undefined) throw new Stopped(stopped === 'cancelled' ? 'cancelled' : 'budget');
}
