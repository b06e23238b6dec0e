/** Measures whether time matters: durations, parallel runs, less CPU time. An effect of slowness is then proved. */

import { countedFailures } from '../counted-failures.ts';
import { loads } from '../perturb/load-ways.ts';
import { strengthen } from '../perturb/strengthen.ts';
import { type Plan, reportFindings, say } from '../plan.ts';
import { rateEffectOf } from '../time/effect.ts';
import { time } from '../time/time.ts';
import type { TimeOptions } from '../time/time-options.ts';
import type { DiagnosisContext } from './diagnosis-context.ts';
import { sum } from './findings-so-far.ts';
import { isAffordable, slowing } from './resolved-diagnose-options.ts';
import { timeLine } from './sentences.ts';
import { throwIfStopped } from './throw-if-stopped.ts';
import { turningOf, turnLoads } from './turn-knobs.ts';

/**
 * The test fails more often with less CPU time. That was seen while looking for it, so fresh trials with pin and control must confirm it.
 */
export function* proveSlowness(context: DiagnosisContext): Plan<void> {
  const { options, findings, arms } = context;
  const { share, tally } = findings.time!.doses.at(-1)!;
  const slowed = loads(options.knobs).find(
    ({ choice, setting }) => choice.cause.family === 'timing' && setting === String(share),
  );
  if (slowed === undefined) return;
  const tests = arms.alone === null ? options.suite : [options.target];
  const turned = yield* strengthen(turningOf(context, 'slowness', tests), slowed, tally);
  if (yield* turnLoads(context, [turned], tests)) return;
  // An effect that fresh trials do not confirm is weighed again with all trials: it may have been chance.
  const time = findings.time!;
  const fresh = findings.perturb!.loads!.at(-1)!;
  const slowEffect = rateEffectOf(sum(time.doses[0]!.tally, fresh.pinned), sum(tally, fresh.with));
  yield* reportFindings({ time: { ...time, slowEffect } });
}

export function* measureTime(context: DiagnosisContext, how: Pick<TimeOptions, 'onlyParallel'> = {}): Plan<void> {
  const { options, arms, seen } = context;
  const fits = isAffordable(context, arms.suite.cost);
  const timed = yield* time({
    target: options.target,
    observed: seen.filter((result) => Object.keys(result.trial.conditions).length === 0),
    alone: arms.alone ?? arms.suite,
    serial: fits ? arms.serial : null,
    parallel: fits ? arms.parallel : null,
    // If every trial is slowed already, there is no full-speed run to compare with.
    slowed: isSlowed(context) ? null : arms.slowed,
    fingerprints: countedFailures(seen, options.target),
    maxTrials: context.trialsLeft(),
    ...how,
  });
  yield* reportFindings({ time: timed });
  throwIfStopped(timed.stopped);
  yield* say('time', timeLine(timed));
}

function isSlowed({ options, findings }: DiagnosisContext): boolean {
  const knob = slowing(options);
  return knob !== null && knob in findings.under;
}
