/** Fills in what every trial of a case shares: its own seed, the watched target, and a time box learned from trials that ended by themselves. */
import type { Trial, TrialResult } from '../../contract/trial.ts';
import type { MakeTrial } from '../findings.ts';
import type { DiagnoseQuestion } from './question.ts';

/** A hang must show as one: no box is shorter than this, however fast the runs so far. */
const SHORTEST_BOX_MS = 5_000;
/** A run that takes this many times the slowest one seen is taken for hung. */
const BOX_FACTOR = 10;
const MAX_SEED = 2 ** 31 - 1;

export function trialMaker(question: DiagnoseQuestion, seen: readonly TrialResult[]): MakeTrial {
  const seeds = question.random.fork('trial seeds');
  return (tests, how = {}) => ({
    tests,
    repeat: how.repeat ?? 1,
    conditions: how.conditions ?? {},
    seed: seeds.int(1, MAX_SEED),
    watch: how.watch ?? [question.target],
    exclusive: how.exclusive ?? false,
    timeBoxMs: timeBox(question.timeBoxMs, tests.length * (how.repeat ?? 1), Number(how.conditions?.cpu ?? 1), seen),
    mode: how.mode ?? 'probe',
  });
}

function timeBox(atMost: number, executions: number, cpuShare: number, seen: readonly TrialResult[]): number {
  const comparable = seen.filter((result) => !result.ending.timedOut && size(result.trial) >= executions);
  if (comparable.length === 0) return atMost;
  const slowest = Math.max(...comparable.map((result) => result.ms));
  return Math.round(Math.min(atMost, Math.max(SHORTEST_BOX_MS, BOX_FACTOR * slowest) / cpuShare));
}

const size = (trial: Trial): number => trial.tests.length * trial.repeat;
