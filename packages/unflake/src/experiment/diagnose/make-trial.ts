/** Fills in what every trial of a case shares: its own seed, the watched target, and time limits learned from trials that ended by themselves. */
import type { KnobChoice } from '../../contract/knob.ts';
import type { TestId } from '../../contract/test-id.ts';
import { ASIDE, type Conditions, type HangLimits, type TrialResult } from '../../contract/trial.ts';
import type { MakeTrial, TrialChoice } from '../findings.ts';
import { hangLimits } from './hang-limits.ts';
import { type KnownTimes, knownTimes } from './known-times.ts';
import type { ResolvedDiagnoseOptions } from './resolved-diagnose-options.ts';

/** Lower bound of a time box, however fast earlier runs were. */
const MIN_BOX_MS = 5_000;
/** A run is ended at this multiple of its expected time. */
const BOX_FACTOR = 10;
/** The same factor where the user allows less time, so that a suite known to be long is not cut off. */
const MIN_BOX_FACTOR = 3;
/** A plain command may build the project first; our own trials did that long ago. */
const MIN_UNKNOWN_PLAIN_MS = 60_000;
/** Multiple of the slowest finished plain command; the wait for a hang is added to it. */
const PLAIN_HANG_FACTOR = 2;
/** For the tests of a fork that were never timed. */
const SHORT_MS = 300;
const MAX_SEED = 2 ** 31 - 1;

export function trialMaker(options: ResolvedDiagnoseOptions, seen: readonly TrialResult[]): MakeTrial {
  const seeds = options.random.fork('trial seeds');
  const known = knownTimes(seen, (conditions) => slowdownOf(options.knobs, conditions));
  return (tests, how = {}) => {
    const { repeat = 1, conditions = {}, mode = 'probe' } = how;
    const slowdown = slowdownOf(options.knobs, conditions);
    const hang = hangLimits({ target: options.target, tests, timeBoxMs: options.timeBoxMs, slowdown }, known);
    const { targetMs, othersMs } = hang;
    const boxMs =
      mode === 'plain'
        ? plainBox(options, tests, how, known, targetMs / slowdown)
        : probeBox(options, tests, how, known, Math.max(targetMs, othersMs) / slowdown);
    return {
      tests,
      repeat,
      ...(how.forks === undefined ? {} : { forks: how.forks, forkMs: forkMs(hang, tests, known, slowdown) }),
      conditions,
      seed: seeds.int(1, MAX_SEED),
      watch: how.watch ?? [options.target],
      exclusive:
        how.exclusive ??
        // Files moved away stay away in every trial.
        (ASIDE in conditions || turned(options.knobs, conditions).some(({ exclusive }) => exclusive)),
      timeBoxMs: Math.round(boxMs * slowdown),
      mode,
      // The probe ends a fork that hangs and continues with the next one.
      ...(mode === 'probe' && options.can.stream && how.forks === undefined ? { hang } : {}),
    };
  };
}

/**
 * A fork does not report which test it runs. If the target is known to hang, other tests get their known times; otherwise they may hang
 * too.
 */
function forkMs(hang: HangLimits, tests: readonly TestId[], known: KnownTimes, slowdown: number): number {
  if (known.hangs(hang.target) === 0) return Math.max(hang.targetMs, hang.othersMs);
  const others = tests.filter((test) => test !== hang.target).map((test) => known.slowest(test) ?? 0);
  return hang.targetMs + Math.round(slowdown * MIN_BOX_FACTOR * Math.max(SHORT_MS, ...others));
}

/** The knobs that are not at their pin. */
function turned(knobs: readonly KnobChoice[], conditions: Conditions): readonly KnobChoice[] {
  return knobs.filter(({ knob, pin }) => conditions[knob] !== undefined && conditions[knob] !== pin);
}

/** Several slowdowns overlap in one trial, so the most expensive knob sets the cost. */
function slowdownOf(knobs: readonly KnobChoice[], conditions: Conditions): number {
  return Math.max(1 / Number(conditions.cpu ?? 1), ...turned(knobs, conditions).map(({ cost }) => cost));
}

/** Never below the time after which a test counts as hung. */
function probeBox(
  { timeBoxMs, can }: ResolvedDiagnoseOptions,
  tests: readonly TestId[],
  { repeat = 1 }: TrialChoice,
  known: KnownTimes,
  hangMs: number,
): number {
  const expected = known.expected(tests, repeat);
  if (expected === null) return timeBoxMs;
  const least = MIN_BOX_FACTOR * expected;
  const generous = Math.max(MIN_BOX_MS, BOX_FACTOR * expected, can.stream ? least + hangMs : 0);
  return Math.max(Math.min(timeBoxMs, generous), least);
}

/** A plain command does not report which test it runs. If the target is known to hang, its wait is added to the time of a normal run. */
function plainBox(
  { timeBoxMs, target }: ResolvedDiagnoseOptions,
  tests: readonly TestId[],
  { repeat = 1 }: TrialChoice,
  known: KnownTimes,
  hangMs: number,
): number {
  const plain = known.plainMs();
  const expected = known.expected(tests, repeat);
  if (plain === null && expected === null) return timeBoxMs;
  if (plain === null) return Math.min(timeBoxMs, Math.max(MIN_UNKNOWN_PLAIN_MS, BOX_FACTOR * expected!));
  // A plain command has a start-up of its own.
  const slowest = plain + Math.max(0, (expected ?? 0) - known.startupMs());
  if (known.hangs(target) > 0) return Math.min(timeBoxMs, PLAIN_HANG_FACTOR * slowest + hangMs);
  return Math.min(timeBoxMs, Math.max(MIN_BOX_MS, BOX_FACTOR * slowest));
}
