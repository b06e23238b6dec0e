/** Fills in what every trial of a case shares: its own seed, the watched target, and a time box learned from trials that ended by themselves. */
import type { KnobChoice } from '../../contract/knob.ts';
import type { Conditions, Trial, TrialResult } from '../../contract/trial.ts';
import type { MakeTrial } from '../findings.ts';
import type { DiagnoseQuestion } from './question.ts';

/** A hang must show as one: no box is shorter than this, however fast the runs so far. */
const SHORTEST_BOX_MS = 5_000;
/** A run that takes this many times the slowest one seen is taken for hung. */
const BOX_FACTOR = 10;
/** What a person types may build the project first, which our own trials have long behind them. */
const SHORTEST_UNKNOWN_PLAIN_MS = 60_000;
const MAX_SEED = 2 ** 31 - 1;

export function trialMaker(question: DiagnoseQuestion, seen: readonly TrialResult[]): MakeTrial {
  const seeds = question.random.fork('trial seeds');
  return (tests, how = {}) => ({
    tests,
    repeat: how.repeat ?? 1,
    ...(how.forks === undefined ? {} : { forks: how.forks }),
    conditions: how.conditions ?? {},
    seed: seeds.int(1, MAX_SEED),
    watch: how.watch ?? [question.target],
    exclusive: how.exclusive ?? turned(question.knobs, how.conditions).some(({ exclusive }) => exclusive),
    timeBoxMs: timeBox(
      question.timeBoxMs,
      tests.length * (how.repeat ?? 1),
      slowdown(question.knobs, how.conditions),
      seen,
      how.mode ?? 'probe',
    ),
    mode: how.mode ?? 'probe',
  });
}

/** The knobs that are not at their pin. */
function turned(knobs: readonly KnobChoice[], conditions: Conditions = {}): readonly KnobChoice[] {
  return knobs.filter(({ knob, pin }) => conditions[knob] !== undefined && conditions[knob] !== pin);
}

/** Slow-downs meet in one trial: the dearest knob decides. */
function slowdown(knobs: readonly KnobChoice[], conditions: Conditions = {}): number {
  return Math.max(1 / Number(conditions.cpu ?? 1), ...turned(knobs, conditions).map(({ cost }) => cost));
}

function timeBox(
  atMost: number,
  executions: number,
  times: number,
  seen: readonly TrialResult[],
  mode: Trial['mode'],
): number {
  const ended = seen.filter((result) => !result.ending.timedOut);
  const comparable = ended.filter(({ trial }) => trial.mode === 'probe' && size(trial) >= executions);
  if (comparable.length === 0) return Math.round(atMost * times);
  // Of a command that builds first, most of the time is the same however many tests it runs.
  const plain = mode === 'plain' ? ended.filter(({ trial }) => trial.mode === 'plain') : [];
  const shortest = mode === 'plain' && plain.length === 0 ? SHORTEST_UNKNOWN_PLAIN_MS : SHORTEST_BOX_MS;
  const slowest = Math.max(...[...comparable, ...plain].map(({ ms }) => ms));
  return Math.round(Math.min(atMost, Math.max(shortest, BOX_FACTOR * slowest)) * times);
}

const size = (trial: Trial): number => trial.tests.length * trial.repeat;
