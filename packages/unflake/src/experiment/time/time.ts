/**
 * Does the failure depend on time? Compares durations of failing and passing runs, parallel and serial runs, and runs with less CPU time
 * (two doses, or the strongest where parallel tests cause it). Every trial is exclusive, because a parallel one would be measured too.
 * Explain names the cause.
 */

import type { TimeFinding } from '../findings.ts';
import { type Plan, PlanStopped } from '../plan.ts';
import { RunningTally } from '../running-tally.ts';
import { isClearlyMore } from '../statistics/clearly-more.ts';
import { twoArmEValue } from '../statistics/two-arm-e-value.ts';
import { allRuns, collectDurations } from './collect-durations.ts';
import { compareDurations } from './compare-durations.ts';
import { isDone, isProvedOrDone, rateEffectOf } from './effect.ts';
import type { TimeOptions } from './time-options.ts';
import { runRound, TimeRecord } from './time-record.ts';
import { isTimeoutLike } from './timeout-like.ts';

const MAX_RUNS_BESIDE = 20;

export function* time(options: TimeOptions): Plan<TimeFinding> {
  const record = new TimeRecord();
  try {
    if (!options.onlyParallel) yield* collectDurations(options, record);
    yield* compareParallel(options, record);
    if (!options.onlyParallel || record.isWorseInParallel()) yield* slowDown(options, record);
  } catch (error) {
    if (error instanceof PlanStopped) return findingOf(options, record, error.reason);
    throw error;
  }
  return findingOf(options, record, record.tried >= options.maxTrials ? 'trials' : undefined);
}

function* compareParallel(options: TimeOptions, record: TimeRecord): Plan<void> {
  if (options.serial === null || options.parallel === null) return;
  const serial = { arm: options.serial, tally: record.serial };
  const parallel = { arm: options.parallel, tally: record.parallel };
  const why = 'to see whether it fails because other tests run in parallel';
  let going = true;
  while (going && !isProvedOrDone(record.serial, record.parallel)) {
    going = yield* runRound([serial, parallel], options, record, why);
    if (options.onlyParallel && record.serial.failures > 0) return;
  }
}

function* slowDown(options: TimeOptions, record: TimeRecord): Plan<void> {
  if (options.slowed === null) return;
  const full = { arm: options.alone, tally: record.full };
  record.beginDoses();
  const slowed = record.doses.map(({ share, tally }) => ({ arm: options.slowed!(share), tally }));
  const why = 'to see whether it fails more often when it gets less CPU time';
  let going = true;
  while (going && !(isDone(record.full, strongest(record)) && isTold(record))) {
    going = yield* runRound([full, ...slowed], options, record, why);
  }
}

/** Parallel tests must cause it clearly more often than slowness does, unless slowness causes it as well. */
function isTold(record: TimeRecord): boolean {
  const slowed = strongest(record);
  if (!record.isWorseInParallel() || slowed.failures > 0 || slowed.runs >= MAX_RUNS_BESIDE) return true;
  return isClearlyMore(record.parallel, slowed);
}

const strongest = ({ doses }: TimeRecord): RunningTally => doses.at(-1)?.tally ?? new RunningTally();

function findingOf(options: TimeOptions, record: TimeRecord, stopped: TimeFinding['stopped']): TimeFinding {
  const { runs } = allRuns(options, record);
  const besides = record.serial.tried > 0 && record.parallel.tried > 0;
  const slowed = strongest(record).tried > 0;
  const doses = record.doses.map(({ share, tally }) => ({ share: Number(share), tally: tally.tally() }));
  return {
    durations: compareDurations(runs),
    timeoutLike: isTimeoutLike(runs),
    serial: besides ? record.serial.tally() : null,
    parallel: besides ? record.parallel.tally() : null,
    doses: slowed ? [{ share: 1, tally: record.full.tally() }, ...doses] : [],
    parallelEffect: besides ? rateEffectOf(record.serial, record.parallel) : 'not-tried',
    slowEffect: slowed ? rateEffectOf(record.full, strongest(record)) : 'not-tried',
    ...(besides ? { parallelEValue: twoArmEValue(record.serial, record.parallel) } : {}),
    ...(slowed ? { slowEValue: twoArmEValue(record.full, strongest(record)) } : {}),
    ...record.host.finding(options.target, options.fingerprints),
    ...(stopped ? { stopped } : {}),
  };
}
