/** Learns how long tests and start-ups take at full speed from the results of a case. */
import type { TestId } from '../../contract/test-id.ts';
import type { Conditions, Trial, TrialResult } from '../../contract/trial.ts';

export interface KnownTimes {
  /** The slowest run of a test that ended, or the shortest trial that held it where it has no record of its own; null when it never ended. */
  readonly slowest: (test: TestId) => number | null;
  /** What the trial takes by the times of its tests, or by the slowest trial of at least its size; null when neither is known. */
  readonly expected: (tests: readonly TestId[], repeat: number) => number | null;
  /** Trials that were cut while this test ran. */
  readonly hangs: (test: TestId) => number;
  /** Trials that were cut while no watched test ran. */
  readonly otherHangs: () => number;
  /** Overhead of the slowest trial beyond its tests; 0 if unknown. */
  readonly startupMs: () => number;
  /** The slowest plain command that ended; null when none did. */
  readonly plainMs: () => number | null;
}

/** Reads the results added to `seen` since the last call. `slowdown`: how many times slower a trial is under these conditions. */
export function knownTimes(seen: readonly TrialResult[], slowdown: (conditions: Conditions) => number): KnownTimes {
  const own = new Map<TestId, number>();
  const within = new Map<TestId, number>();
  const hung = new Map<TestId, number>();
  const ended: { readonly size: number; readonly ms: number }[] = [];
  let startupMs = 0;
  let plainMs: number | null = null;
  let otherHangs = 0;
  let read = 0;

  function reportFindings(result: TrialResult): void {
    const { trial, ms, ending, observations } = result;
    if (trial.mode === 'plain') {
      if (!ending.timedOut) plainMs = Math.max(plainMs ?? 0, ms);
      return;
    }
    if (ending.timedOut && !observations.some(({ outcome }) => outcome === 'timed-out')) otherHangs += 1;
    let sum = 0;
    for (const { test, outcome, ms: took } of observations) {
      if (ending.timedOut && outcome === 'timed-out') hung.set(test, (hung.get(test) ?? 0) + 1);
      if (took === null || slowdown(trial.conditions) > 1) continue;
      // A test that changes the clock can report any duration, but none longer than its trial.
      const real = Math.min(Math.max(0, took), ms);
      own.set(test, Math.max(own.get(test) ?? 0, real));
      sum += real;
    }
    if (ending.timedOut || slowdown(trial.conditions) > 1) return;
    ended.push({ size: sizeOf(trial), ms });
    for (const test of trial.tests) within.set(test, Math.min(within.get(test) ?? ms, ms));
    if (observations.length === sizeOf(trial)) startupMs = Math.max(startupMs, ms - sum);
  }

  const current = <Value>(value: () => Value): Value => {
    for (; read < seen.length; read += 1) reportFindings(seen[read]!);
    return value();
  };
  return {
    slowest: (test) => current(() => own.get(test) ?? within.get(test) ?? null),
    hangs: (test) => current(() => hung.get(test) ?? 0),
    otherHangs: () => current(() => otherHangs),
    startupMs: () => current(() => startupMs),
    plainMs: () => current(() => plainMs),
    expected: (tests, repeat) =>
      current(() => {
        if (startupMs > 0 && tests.every((test) => own.has(test)))
          return startupMs + repeat * tests.reduce((sum, test) => sum + own.get(test)!, 0);
        const larger = ended.filter(({ size }) => size >= tests.length * repeat).map(({ ms }) => ms);
        return larger.length === 0 ? null : Math.max(...larger);
      }),
  };
}

const sizeOf = ({ tests, repeat }: Trial): number => tests.length * repeat;
