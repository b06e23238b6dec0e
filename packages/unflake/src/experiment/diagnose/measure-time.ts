/** What time has to do with it: durations, others beside it, less of a processor. Slowness that shows is put to the proof. */

import { countedFailures } from '../counted-failures.ts';
import { loads } from '../perturb/load-ways.ts';
import { strengthen } from '../perturb/strengthen.ts';
import { type Plan, say } from '../plan.ts';
import { rateEffectOf } from '../time/effect.ts';
import { type TimeOptions, time } from '../time/time.ts';
import type { DiagnosisContext } from './diagnosis-context.ts';
import { sum } from './findings-so-far.ts';
import { isAffordable, slowing } from './resolved-diagnose-options.ts';
import { timeLine } from './sentences.ts';
import { throwIfStopped } from './throw-if-stopped.ts';
import { turningOf, turnLoads } from './turn-knobs.ts';

/** It fails more often the less it gets of a processor; that was seen where it was looked for, so fresh trials must show it, with pin and control. */
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
  // What did not stand up is weighed with the fresh trials, too: chance may have suggested it.
  const time = findings.time!;
  const fresh = findings.perturb!.loads!.at(-1)!;
  const slowEffect = rateEffectOf(sum(time.doses[0]!.tally, fresh.pinned), sum(tally, fresh.with));
  findings.time = { ...time, slowEffect };
}

export function* measureTime(context: DiagnosisContext, how: Pick<TimeOptions, 'onlyParallel'> = {}): Plan<void> {
  const { options, findings, arms, seen } = context;
  const fits = isAffordable(context, arms.suite.cost);
  const timed = yield* time({
    target: options.target,
    observed: seen.filter((result) => Object.keys(result.trial.conditions).length === 0),
    alone: arms.alone ?? arms.suite,
    serial: fits ? arms.serial : null,
    parallel: fits ? arms.parallel : null,
    // Where every trial is slowed already, none is at full speed to compare with.
    slowed: isSlowed(context) ? null : arms.slowed,
    fingerprints: countedFailures(seen, options.target),
    maxTrials: context.trialsLeft(),
    ...how,
  });
  findings.time = timed;
  throwIfStopped(timed.stopped);
  yield* say('time', timeLine(timed));
}

function isSlowed({ options, findings }: DiagnosisContext): boolean {
  const knob = slowing(options);
  return knob !== null && knob in findings.under;
}
