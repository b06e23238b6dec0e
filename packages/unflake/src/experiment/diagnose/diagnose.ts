/**
 * The whole diagnosis as one plan: confirm, isolate, then whichever search the evidence asks for, then the reproduction. It only chooses
 * trials; what they mean is explain's.
 */
import type { StopReason, Tally } from '../../contract/findings.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { TrialResult } from '../../contract/trial.ts';
import { confirm } from '../confirm/confirm.ts';
import { isolate } from '../isolate/isolate.ts';
import { type Plan, Stopped, say } from '../plan.ts';
import { seedProtocol } from '../seed-protocol/seed-protocol.ts';
import { time } from '../time/time.ts';
import { arms } from './arms.ts';
import { type Bench, before } from './bench.ts';
import { type FindingsSoFar, NO_TALLY, nothingYet } from './findings-so-far.ts';
import { trialMaker } from './make-trial.ts';
import { provoke } from './provoke.ts';
import type { DiagnoseQuestion } from './question.ts';
import { recording } from './recording.ts';
import { reproduce } from './reproduce.ts';
import { searchCleaners, searchOrder } from './search-order.ts';
import { confirmLine, isolateLine, orderLine, provokeLine, reproduceLine, timeLine } from './sentences.ts';
import { usualFingerprints } from './usual-fingerprints.ts';

export interface DiagnoseFinding {
  readonly findings: FindingsSoFar;
  readonly seen: readonly TrialResult[];
}

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
  return { findings, seen };
}

function* investigate(question: DiagnoseQuestion, findings: FindingsSoFar, seen: readonly TrialResult[]): Plan<void> {
  const make = trialMaker(question, seen);
  const ways = arms(question, make, seen);
  const bench: Bench = { question, findings, seen, make, ways, left: () => Math.max(0, question.trials - seen.length) };

  const confirmed = yield* confirm({
    target: question.target,
    arms: [ways.alone, ways.suite, question.can.parallel ? ways.parallel : null].filter((arm) => arm !== null),
    jobs: question.jobs,
    maxTrials: bench.left(),
  });
  findings.confirm = confirmed;
  yield* say('confirm', confirmLine(confirmed));
  endIf(confirmed.stopped);
  if (confirmed.all.runs === 0) return;
  if (confirmed.kind === 'flaky') yield* locate(bench);
  if (confirmed.kind === 'not-reproduced') yield* tryHarder(bench);
  const reproduced = yield* reproduce(bench);
  findings.reproduce = reproduced;
  if (reproduced) yield* say('reproduce', reproduceLine(reproduced));
}

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

/** It is flaky: does it depend on what runs before it, and if so, on what? */
function* locate(bench: Bench): Plan<void> {
  const { question, findings, ways } = bench;
  const { arms: counts } = findings.confirm!;
  if (ways.alone === null) return yield* measureTime(bench);
  yield* isolateAndSearch(bench, before(question), counts.alone ?? NO_TALLY, counts.suite ?? NO_TALLY);
}

function* isolateAndSearch(bench: Bench, candidates: readonly TestId[], alone: Tally, suite: Tally): Plan<void> {
  const { question, findings, ways } = bench;
  const reversed = findings.provoke?.reversed != null && failed(findings.provoke.reversed);
  const isolated = yield* isolate({
    target: question.target,
    alone: ways.alone!,
    suite: reversed ? ways.reversed!.arm : ways.suite,
    file: reversed ? null : ways.file,
    twice: findings.provoke?.twice ? null : ways.twice,
    known: { alone, suite },
    fingerprints: usualFingerprints(bench.seen, question.target),
    jobs: question.jobs,
    maxTrials: bench.left(),
  });
  findings.isolate = isolated;
  endIf(isolated.stopped);
  yield* say('isolate', isolateLine(isolated));
  const { verdict } = isolated;
  if (verdict === 'suite-worse') {
    findings.searched = 'victim';
    const order = yield* searchOrder(bench, candidates, 'failure');
    findings.order = order;
    endIf(order.stopped);
    yield* say('bisect', orderLine(order, candidates.length, 'polluted by'));
    if (order.kind === 'culprits') findings.cleaners = yield* searchCleaners(bench);
  } else if (verdict === 'suite-better') {
    findings.searched = 'brittle';
    const order = yield* searchOrder(bench, candidates, 'pass');
    findings.order = order;
    endIf(order.stopped);
    yield* say('bisect', orderLine(order, candidates.length, 'set up by'));
  }
  if (findings.order?.kind !== 'culprits') yield* measureTime(bench);
}

/** Nothing failed by itself: turn the order round, run it twice in one process, slow it down. */
function* tryHarder(bench: Bench): Plan<void> {
  const { findings } = bench;
  const provoked = yield* provoke(bench);
  findings.provoke = provoked;
  yield* say('isolate', provokeLine(provoked));
  const { twice, reversed, reversedBefore } = provoked;
  if (reversed !== null && failed(reversed)) {
    const { alone } = findings.confirm!.arms;
    yield* isolateAndSearch(bench, reversedBefore, alone ?? NO_TALLY, reversed);
  } else if (twice === null || !failed(twice.second)) {
    yield* measureTime(bench);
  }
}

function* measureTime(bench: Bench): Plan<void> {
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
  });
  findings.time = timed;
  endIf(timed.stopped);
  yield* say('time', timeLine(timed));
}

/** A plan that was stopped ends the investigation; its finding is kept. Spent trials are a spent budget. */
function endIf(stopped: StopReason | undefined): void {
  if (stopped !== undefined) throw new Stopped(stopped === 'cancelled' ? 'cancelled' : 'budget');
}

const failed = (tally: Tally | undefined): boolean => (tally?.failures ?? 0) > 0;
