/** A control of equal cost: the same knobs at a setting that should change nothing. It must not fail more often than the default. */

import type { Count } from '../../contract/evidence.ts';
import type { Tally } from '../findings.ts';
import type { PlanStep, Reply } from '../plan.ts';
import { sumOf } from '../statistics/counts.ts';
import { BAYES_FACTOR } from '../statistics/thresholds.ts';
import { addTrial, NO_TALLY } from '../tally.ts';
import { vectorConditions } from './factor.ts';
import type { Proof } from './proof.ts';
import { SCREEN_RATES } from './rates.ts';
import type { ScreenState } from './screen-state.ts';

/** As many runs as the proof, and up to this many while it is unclear. */
const MAX_RUNS = 50;

export interface ControlEnd {
  /** Null when a factor of the proof has no control. */
  readonly tally: Tally | null;
  /** True without a control as well; null: not clear. */
  readonly holds: boolean | null;
}

/** What is known of the explanation, without the control. */
interface Known {
  readonly active: Count;
  readonly inactive: Count;
}

export function* runFactorControl(
  state: ScreenState,
  proof: Proof,
  known: Known,
): Generator<PlanStep, ControlEnd, Reply> {
  const { factors, log } = state;
  const on = factors.filter((_, at) => proof.active.some((vector) => vector[at] === 1));
  if (on.some(({ control }) => control === null)) return { tally: null, holds: true };
  const arms = proof.active.map((vector) => vectorConditions(factors, vector, 'control'));
  const wanted = proof.with.runs;
  let tally = NO_TALLY;
  let asked = 0;
  while (asked < wanted || (holds(tally, known) === null && asked < MAX_RUNS)) {
    const size = Math.min(log.room, Math.max(1, wanted - asked));
    const conditions = Array.from({ length: size }, (_, at) => arms[(asked + at) % arms.length]!);
    const answers = yield* log.put(conditions, {
      doing: 'the control: the same knobs at settings that should change nothing',
      why: 'it must not fail, or the cause is not the setting',
    });
    for (const answer of answers) tally = addTrial(tally, answer);
    asked += size;
  }
  return { tally, holds: holds(tally, known) };
}

/** Does the control behave like the runs with the factors, or without? A rate in between also counts as a failed control. */
function holds(control: Count, { active, inactive }: Known): boolean | null {
  const likeActive = SCREEN_RATES.fit(sumOf(active, control), inactive).logEvidence;
  const likeInactive = SCREEN_RATES.fit(active, sumOf(inactive, control)).logEvidence;
  const fails = Math.log(BAYES_FACTOR.controlFails);
  if (likeActive - likeInactive >= fails || SCREEN_RATES.logBayesFactor(control, inactive) >= fails) return false;
  return likeInactive - likeActive >= Math.log(BAYES_FACTOR.controlHolds) ? true : null;
}
