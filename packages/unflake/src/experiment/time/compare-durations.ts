/** Compares durations of failing and passing runs, per phase, by exact ranks and the ratio of pairs; also by the fixed rules. */

import type { Phases } from '../../contract/trial.ts';
import type { DurationFinding } from '../findings.ts';
import { hodgesLehmannRatio } from '../statistics/hodges-lehmann.ts';
import { mannWhitney } from '../statistics/mann-whitney.ts';
import { median } from '../statistics/median.ts';
import { ERROR_RATE } from '../statistics/thresholds.ts';
import type { TimedRun } from './timed-run.ts';

/** With fewer, no flag is given: three against ten is where the exact test begins to have power. */
export const FAILURES_NEEDED = 3;
export const PASSES_NEEDED = 10;

const PHASES = ['setup', 'call', 'teardown'] as const satisfies readonly (keyof Phases)[];
// A ratio nearer to one than this is no explanation of a failure.
const MIN_RATIO = 1.25;
/** A failure itself takes time (printing a diff), so smaller shifts mean nothing. */
export const MIN_SHIFT_MS = 10;
// Clocks of runners report 0 for what is too short for them.
const MIN_MS = 0.01;

export function compareDurations(runs: readonly TimedRun[]): readonly DurationFinding[] {
  const whole = comparePhase(
    'total',
    samplesOf(runs, ({ ms }) => ms),
    ERROR_RATE.durations,
  );
  if (!runs.some(({ phases }) => phases !== null)) return [whole];
  // Three more looks at the same runs: each gets a third of the error.
  const parts = PHASES.map((phase) =>
    comparePhase(
      phase,
      samplesOf(runs, ({ phases }) => phases?.[phase] ?? null),
      ERROR_RATE.durations / PHASES.length,
    ),
  );
  return [whole, ...parts];
}

interface Samples {
  readonly passed: readonly number[];
  readonly failed: readonly number[];
}

function samplesOf(runs: readonly TimedRun[], pick: (run: TimedRun) => number | null): Samples {
  const samplesOf = (failed: boolean) =>
    runs
      .filter((run) => run.failed === failed)
      .map(pick)
      .filter((ms) => ms !== null);
  return { passed: samplesOf(false), failed: samplesOf(true) };
}

function comparePhase(phase: DurationFinding['phase'], samples: Samples, significance: number): DurationFinding {
  const { passed, failed } = samples;
  const shown = { phase, passed: shapeOf(passed), failed: shapeOf(failed), fixedRule: fixedRule(phase, samples) };
  if (failed.length < FAILURES_NEEDED || passed.length < PASSES_NEEDED) {
    return { ...shown, flag: 'too-few', ratio: null, interval: null, p: null };
  }
  const positive = (values: readonly number[]) => values.map((ms) => Math.max(ms, MIN_MS));
  const { ratio, interval } = hodgesLehmannRatio(positive(failed), positive(passed));
  const { p } = mannWhitney(failed, passed);
  const far = Math.abs(median(failed) - median(passed)) >= MIN_SHIFT_MS;
  const flag = p >= significance || !far ? 'same' : flagOf(ratio);
  return { ...shown, flag, ratio, interval, p };
}

function flagOf(ratio: number): 'slower' | 'faster' | 'same' {
  if (ratio > MIN_RATIO) return 'slower';
  return ratio < 1 / MIN_RATIO ? 'faster' : 'same';
}

function shapeOf(values: readonly number[]): DurationFinding['passed'] {
  return values.length === 0 ? null : { median: median(values), max: Math.max(...values), n: values.length };
}

// The rules of the fixed protocol. It gives no number for a slow tear-down, so the one for the call is used.
const SETUP_TIMES_MEDIAN = 10;
const CALL_TIMES_MEDIAN = 5;

/** Set-up and tear-down: in any run. Call and total: in a failing run. The median is that of all runs. */
export function fixedRule(phase: DurationFinding['phase'], { passed, failed }: Samples): boolean {
  const all = [...passed, ...failed];
  if (all.length === 0) return false;
  const onlyFailing = phase === 'call' || phase === 'total';
  const times = phase === 'setup' ? SETUP_TIMES_MEDIAN : CALL_TIMES_MEDIAN;
  return (onlyFailing ? failed : all).some((ms) => ms > times * median(all));
}
