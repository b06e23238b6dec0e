/**
 * How long a test may produce no output before its trial is ended as hung: 20 times its slowest known time, and at least ten seconds. A
 * test that never finished gets a fifth of the time box. After a hang, the next wait is a quarter of the last one, because the test is then
 * less likely to be merely slow.
 */
import type { TestId } from '../../contract/test-id.ts';
import type { HangLimits } from '../../contract/trial.ts';
import type { KnownTimes } from './known-times.ts';

/** A test that takes this many times its slowest known time is hung. */
const HANG_FACTOR = 20;
/** The same factor after a first hang. */
const HANG_AGAIN_FACTOR = 10;
const MIN_FIRST_WAIT_MS = 10_000;
/** Equals ten seconds for a time box of 300 s. A longer time box implies slower tests. */
const FIRST_WAIT_SHARE = 1 / 30;
/** Share of the time box for a test that never finished. */
const UNKNOWN_SHARE = 1 / 5;
/** The same share where every finished test took less than `SHORT_MS`. */
const UNKNOWN_AMONG_SHORT_SHARE = 1 / 10;
const SHORT_MS = 1_000;
/** Lower bound of a wait; start-up time is another. A busy machine can pause a process for a second and starts processes slowly. */
const MIN_WAIT_MS = 1_500;

export interface HangQuestion {
  readonly target: TestId;
  readonly tests: readonly TestId[];
  /** A trial's time box while nothing is known. */
  readonly timeBoxMs: number;
  /** How many times slower the trial is than one without conditions. */
  readonly slowdown: number;
}

export function hangLimits({ target, tests, timeBoxMs, slowdown }: HangQuestion, known: KnownTimes): HangLimits {
  const others = tests.filter((test) => test !== target);
  const times = others.map(known.slowest);
  const first = Math.max(MIN_FIRST_WAIT_MS, timeBoxMs * FIRST_WAIT_SHARE);
  const ofTarget = known.slowest(target);
  const isShort =
    [ofTarget, ...times].every((ms) => ms === null || ms < SHORT_MS) &&
    (ofTarget !== null || times.some((ms) => ms !== null));
  const unknown = Math.max(first, timeBoxMs * (isShort ? UNKNOWN_AMONG_SHORT_SHARE : UNKNOWN_SHARE));
  const slowest = times.reduce<number>((most, ms) => Math.max(most, ms ?? 0), 0);
  // A slowed trial never gets a shorter wait: slow there can look like a hang elsewhere.
  const after = (hangs: number) => (slowdown > 1 ? 1 : 4 ** hangs);
  const least = Math.min(first, Math.max(MIN_WAIT_MS, known.startupMs()));
  const wait = (slowestMs: number, isKnown: boolean, hangs: number) => {
    const again = isKnown ? Math.max(least, first / after(hangs)) : Math.max(first, unknown / after(hangs));
    return Math.max((after(hangs) > 1 ? HANG_AGAIN_FACTOR : HANG_FACTOR) * slowestMs, again);
  };
  const targetMs = wait(ofTarget ?? 0, ofTarget !== null, known.hangs(target));
  const othersMs = Math.max(first, wait(slowest, !times.includes(null), known.otherHangs()));
  return { target, targetMs: Math.round(targetMs * slowdown), othersMs: Math.round(othersMs * slowdown) };
}
