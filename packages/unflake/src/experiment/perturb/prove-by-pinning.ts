/**
 * Does the failure disappear with the factor? Alternates the factor and its pin until that is clear, so that both meet the same machine. A
 * load also alternates with its control; the screening has already compared a setting with its control.
 */

import type { Count } from '../../contract/evidence.ts';
import type { Tally } from '../../contract/findings.ts';
import type { Conditions } from '../../contract/trial.ts';
import type { PlanStep, Reply } from '../plan.ts';
import { SCREEN_RATES } from '../screen/rates.ts';
import { TrialsSpent } from '../screen/screen-log.ts';
import { passesToProveFix } from '../statistics/fix-predictive.ts';
import { BAYES_FACTOR, CONFIDENCE } from '../statistics/thresholds.ts';
import { addTrial, NO_TALLY } from '../tally.ts';
import { logOf, type PerturbContext } from './turning.ts';

export interface PinProof {
  readonly with: Tally;
  readonly pinned: Tally;
  readonly control: Tally | null;
  /** Runs that count in none of them, because the host was busy. */
  readonly setAside?: Tally;
}

/** `parts`: counts of each part alone, if several are needed. */
export type ComponentProof = PinProof & { readonly parts: readonly Tally[] };

export interface ProofConditions {
  readonly failing: Conditions;
  readonly passing: Conditions;
  readonly control: Conditions | null;
}

export const MIN_PINNED = 4;
export const MAX_PINNED = 24;
/** Passes of one part if two are needed. A part that suffices three times in five passes this often 1 in 250 times. */
const PASSES_OF_A_PART = 6;
/** Fresh trials under the factor, in addition to the screening. */
const FRESH = { load: 4, setting: 3 } as const;
/** A machine is never fully idle, so one failure may occur without the load; it then gets more runs. */
const RARE_FAILURES = 1;
const STILL_RARE = 0.1;

export function* proveByPinning(
  turning: PerturbContext,
  { failing, passing, control }: ProofConditions,
  parts: readonly Conditions[],
  known: { readonly with: Tally; readonly control: Tally | null },
  kind: 'load' | 'setting',
): Generator<PlanStep, ComponentProof, Reply> {
  const wanted = Math.min(MAX_PINNED, Math.max(MIN_PINNED, passesToProveFix(known.with, CONFIDENCE.pinned)));
  const log = logOf(turning, 3 * MAX_PINNED);
  const tallies = new Map([
    [failing, known.with],
    ...[passing, ...parts].map((arm) => [arm, NO_TALLY] as const),
    ...(control ? ([[control, known.control ?? NO_TALLY]] as const) : []),
  ]);
  const needs = (arm: Conditions): boolean => {
    const { runs, failures } = tallies.get(arm)!;
    if (arm === failing) return runs < known.with.runs + FRESH[kind];
    if (arm === control && kind === 'setting') return false;
    if (failures > RARE_FAILURES || (kind === 'setting' && failures > 0)) return false;
    // The control of the screening may have been lucky, so it runs again.
    const before = arm === control ? (known.control?.runs ?? 0) : 0;
    const passes = parts.includes(arm) ? Math.max(wanted, PASSES_OF_A_PART) : wanted;
    return runs - before < (failures > 0 ? MAX_PINNED : passes);
  };
  try {
    for (;;) {
      const now = [...tallies.keys()].filter(needs).slice(0, log.room);
      if (now.length === 0) break;
      const answers = yield* log.put(now, {
        doing: now.map(formatConditions).join(' and '),
        why: 'the pin must remove the failure, and the control must not cause it',
      });
      for (const [at, answer] of answers.entries()) {
        const arm = now[at]!;
        const tally = addTrial(tallies.get(arm)!, answer);
        // Moved to the end, so that arms alternate where few trials run in parallel.
        tallies.delete(arm);
        tallies.set(arm, tally);
      }
    }
  } catch (error) {
    if (!(error instanceof TrialsSpent)) throw error;
  }
  return {
    with: tallies.get(failing)!,
    pinned: tallies.get(passing)!,
    control: control ? tallies.get(control)! : null,
    parts: parts.map((part) => tallies.get(part)!),
  };
}

/** True if the failure no longer occurs, or so rarely without a load that it is the spontaneous failure. */
export function isGone(fails: Count, left: Count, isLoad: boolean): boolean {
  if (left.failures === 0) return true;
  return (
    isLoad &&
    left.failures < STILL_RARE * left.runs &&
    SCREEN_RATES.logBayesFactor(fails, left) >= Math.log(BAYES_FACTOR.proof)
  );
}

export const formatConditions = (conditions: Conditions): string =>
  Object.entries(conditions)
    .map(([knob, setting]) => `${knob} ${setting}`)
    .join(', ');
