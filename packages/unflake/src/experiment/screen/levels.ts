/**
 * Locates the levels of a knob that cause the failure: from which dose on, in which zones, on which dates. Ordered levels (doses) are
 * bisected with noise; unordered levels are each tried a few times.
 */

import type { StopReason } from '../../contract/findings.ts';
import type { LevelFinding } from '../../contract/screen-finding.ts';
import type { Tally } from '../findings.ts';
import { type Plan, type PlanStep, PlanStopped, type Reply } from '../plan.ts';
import { addTrial, NO_TALLY } from '../tally.ts';
import { EachLevel } from './each-level.ts';
import type { LevelSearch, LevelsOptions } from './level-search.ts';
import { ScreenLog, TrialsSpent } from './screen-log.ts';
import { Threshold } from './threshold.ts';

/** A level without an outcome this often stays undecided. */
const MAX_TRIALS_WITHOUT_SIGNAL = 3;

/** Probability that a dose with half the failure rate has passed so far and is called passing. */
const STILL_OVERLOOKED = 0.05;

export function* levels(options: LevelsOptions): Plan<LevelFinding> {
  const { levels: settings, knob } = options;
  const log = new ScreenLog(options, (conditions) => options.make(conditions[knob]!));
  const search: LevelSearch =
    options.shape === 'growing' ? new Threshold(settings.length) : new EachLevel(options.rates);
  const tallies = settings.map((_, at) => options.known?.[at] ?? NO_TALLY);
  let stopped: StopReason | undefined;
  try {
    yield* run(options, log, search, tallies);
  } catch (error) {
    if (error instanceof PlanStopped) stopped = error.reason;
    else if (error instanceof TrialsSpent) stopped = 'trials';
    else throw error;
  }
  const { failing, posterior } = search.conclude(tallies);
  const states = failing.map((state, at) => (state === false && !isSaidToPass(options, tallies, at) ? null : state));
  const where = (wanted: boolean | null) => settings.filter((_, at) => states[at] === wanted);
  return {
    kind: kindOf(options, failing),
    failing: where(true),
    passing: where(false),
    undecided: where(null),
    interval: intervalOf(settings, failing),
    posterior,
    tallies: settings.map((level, at) => ({ level, tally: tallies[at]! })),
    trials: log.trials,
    ...(stopped === undefined ? {} : { stopped }),
  };
}

function* run(
  { levels: settings, knob }: LevelsOptions,
  log: ScreenLog,
  search: LevelSearch,
  tallies: Tally[],
): Generator<PlanStep, void, Reply> {
  const noSignal = settings.map(() => 0);
  for (;;) {
    const mute = noSignal.map((trials, at) => trials >= MAX_TRIALS_WITHOUT_SIGNAL && tallies[at]!.runs === 0);
    const positions = search.next(tallies, log.room, mute);
    if (positions.length === 0) return;
    const answers = yield* log.put(
      positions.map((at) => ({ [knob]: settings[at]! })),
      {
        doing: `${knob} ${positions.map((at) => settings[at]).join(', ')}`,
        why: `at which settings of ${knob} it fails`,
      },
    );
    for (const [index, at] of positions.entries()) {
      const answer = answers[index]!;
      tallies[at] = addTrial(tallies[at]!, answer);
      if (answer.failed === null) noSignal[at]! += 1;
    }
  }
}

/**
 * Not if it failed sometimes. Nor for a dose after few passes: a dose with half the rate of the proved one passes a few times too. A dose
 * also passes if a stronger one does.
 */
function isSaidToPass({ gradual, rates }: LevelsOptions, tallies: readonly Tally[], at: number): boolean {
  if (tallies[at]!.failures > 0 || !gradual) return tallies[at]!.failures === 0;
  let passes = 0;
  for (const { failures, runs } of tallies.slice(at)) {
    if (failures > 0) break;
    passes += runs;
  }
  return (1 - rates.on / 2) ** passes <= STILL_OVERLOOKED;
}

function kindOf({ shape }: LevelsOptions, failing: readonly (boolean | null)[]): LevelFinding['kind'] {
  if (failing.some((state) => state === null)) return 'unresolved';
  if (failing.every((state) => state === true)) return 'all';
  if (failing.every((state) => state === false)) return 'none';
  return shape === 'growing' ? 'from' : 'some';
}

function intervalOf(settings: readonly string[], failing: readonly (boolean | null)[]): LevelFinding['interval'] {
  const from = failing.indexOf(true);
  const to = failing.lastIndexOf(true);
  const gap = failing.slice(from, to + 1).some((state) => state !== true);
  return from < 0 || gap ? null : { from: settings[from]!, to: settings[to]! };
}
