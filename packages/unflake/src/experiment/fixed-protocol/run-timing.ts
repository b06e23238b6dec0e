/** The timing of the fixed protocol: five timed runs, its rules on their spread, then five runs in parallel and five serially. */
import type { FixedTimedRun, FixedTiming, FixedVariance, MarkedRuns } from '../../contract/fixed-protocol-finding.ts';
import type { TrialResult } from '../../contract/trial.ts';
import { observationOf } from '../event-of.ts';
import type { Arm } from '../findings.ts';
import { ask, type Plan } from '../plan.ts';
import { median } from '../statistics/median.ts';
import { onOneMachine } from '../time/on-one-machine.ts';
import type { FixedProtocolOptions } from './fixed-protocol-options.ts';
import { markedRuns, outcomeMark } from './marked-runs.ts';

const RUNS = 5;

export function* runTiming(options: FixedProtocolOptions): Plan<FixedTiming> {
  const timed = onOneMachine(yield* ask(fiveOf(options.alone)));
  const both = options.parallel !== null && options.serial !== null;
  const parallel = both ? markedRuns(yield* ask(fiveOf(options.parallel!)), options.target) : null;
  const serial = both ? markedRuns(yield* ask(fiveOf(options.serial!)), options.target) : null;
  const runs = timed.map((result) => timedRun(result, options));
  const variance = varianceOf(runs);
  return {
    runs,
    trials: timed.map(({ id }) => id),
    variance,
    parallel,
    serial,
    diagnosis: parallel && serial ? diagnosisOf(parallel, serial) : null,
    observations: variance.filter(({ flagged }) => flagged).map(observationFor),
  };
}

function fiveOf(arm: Arm) {
  return {
    phase: 'time' as const,
    doing: `running the test 5 times: ${arm.name}`,
    why: 'the timing of the fixed protocol',
    trials: Array.from({ length: RUNS }, () => ({ ...arm.make(), exclusive: true })),
  };
}

function timedRun(result: TrialResult, { target }: FixedProtocolOptions): FixedTimedRun {
  const observation = observationOf(result, target);
  return { mark: outcomeMark(result, target), phases: observation?.phases ?? null, ms: observation?.ms ?? null };
}

/** Set-up over 10 × median, test over 5 × median on failing runs; a "spike" of the tear-down has no number there, 5 × is ours. */
const RULES = [
  { phase: 'setup', over: 10, looksAt: 'all' },
  { phase: 'test', over: 5, looksAt: 'failing' },
  { phase: 'teardown', over: 5, looksAt: 'all' },
] as const;

function varianceOf(runs: readonly FixedTimedRun[]): readonly FixedVariance[] {
  return RULES.flatMap(({ phase, over, looksAt }) => {
    const times = runs.map((run) => ({ mark: run.mark, ms: phaseOf(run, phase) })).filter(hasTime);
    if (times.length === 0) return [];
    const usual = median(times.map(({ ms }) => ms));
    const failing = times.filter(({ mark }) => mark === 'F');
    const judged = looksAt === 'failing' && failing.length > 0 ? failing : times;
    const max = Math.max(...judged.map(({ ms }) => ms));
    const ratio = usual > 0 ? max / usual : 1;
    const applies = looksAt === 'all' || failing.length > 0;
    return [{ phase, median: usual, max, times: ratio, flagged: applies && ratio > over }];
  });
}

function phaseOf({ phases, ms }: FixedTimedRun, phase: FixedVariance['phase']): number | null {
  if (phases === null) return phase === 'test' ? ms : null;
  return phases[phase === 'test' ? 'call' : phase];
}

function hasTime<T extends { ms: number | null }>(run: T): run is T & { ms: number } {
  return run.ms !== null;
}

function diagnosisOf(parallel: MarkedRuns, serial: MarkedRuns): string {
  if (parallel.failed > 0) return serial.failed > 0 ? 'Fails in both modes' : 'Fails only under parallel execution';
  return serial.failed > 0 ? 'Fails only under serial execution' : 'No failure in either mode';
}

function observationFor({ phase, times }: FixedVariance): string {
  const factor = `${Math.floor(times)}x`;
  switch (phase) {
    case 'setup':
      return `Set-up takes up to ${factor} its median — slow resource initialization (DB, network).`;
    case 'test':
      return `Failing runs show test body taking ${factor} longer — timeout or blocking call.`;
    case 'teardown':
      return `Tear-down takes up to ${factor} its median — resource cleanup race.`;
    default:
      return phase satisfies never;
  }
}
