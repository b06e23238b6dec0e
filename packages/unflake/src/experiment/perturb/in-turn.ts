/**
 * A load, its pin and its control in turn, until it is clear whether the failure comes with the load and goes without it. Every trial is
 * fresh: what led to the suspicion does not count here. The load has every second turn until it is clear that it brings the failure.
 */
import type { Count } from '../../contract/evidence.ts';
import type { Tally } from '../../contract/findings.ts';
import type { Conditions } from '../../contract/trial.ts';
import type { PlanStep, Reply } from '../plan.ts';
import { TrialsSpent } from '../screen/screen-log.ts';
import { sumOf } from '../statistics/counts.ts';
import { passesToProveFix } from '../statistics/fix-predictive.ts';
import { betaCdf } from '../statistics/incomplete-beta.ts';
import { addTrial, NO_TALLY } from '../tally.ts';
import {
  formatConditions,
  isGone,
  MAX_PINNED,
  MIN_PINNED,
  type PinProof,
  type ProofConditions,
} from './prove-by-pinning.ts';
import { isSlowdownEffect, mayBeSlowdownEffect } from './slowdown-effect.ts';
import { logOf, type PerturbContext } from './turning.ts';

/** The reproduction, which comes later and is fresh again, must show as many once more. */
const MIN_FAILURES = 2;
const MIN_RUNS = 3;
const MIN_PINNED_TO_JUDGE = 3;
/** The rate that an amplifying load should have; one less likely than this to have it is given up. */
const HOPED = 0.3;
const GIVEN_UP = 0.05;
const CONFIDENCE = 0.95;
/** A load is never quite absent, so that the rare failure may come without it. */
const RARE_FAILURES = 2;
const MAX_TRIALS = 3 * MAX_PINNED;
/** A load that does nothing so often but bring another failure is no way to this one. */
const MAX_DISTURBED = 5;

/** Of a load that is never quite absent; `always`: without it the failure is known to come now and then. */
export type Persistence = 'never' | 'perhaps' | 'always';

/** `plain`: with nothing turned, which is what the pin of a load comes to. */
export function* runInTurn(
  turning: PerturbContext,
  arms: ProofConditions,
  plain: Count,
  staying: Persistence,
): Generator<PlanStep, PinProof, Reply> {
  const { failing, passing, control } = arms;
  const log = logOf(turning, MAX_TRIALS);
  const tallies = new Map<Conditions, Tally>(
    [failing, passing, control].flatMap((arm) => (arm === null ? [] : [[arm, NO_TALLY] as const])),
  );
  const tallyOf = (arm: Conditions): Tally => tallies.get(arm)!;
  const mustBeSlowdownEffect = ({ failures }: Count): boolean =>
    staying === 'always' || (staying === 'perhaps' && failures > RARE_FAILURES);
  // Both are looked at longer where the load must make usual what comes now and then without it.
  const isRising = (left: Count): boolean =>
    mustBeSlowdownEffect(left) && left.runs < MAX_PINNED && mayBeSlowdownEffect(tallyOf(failing), left);
  const open = (arm: Conditions, tally: Count, fails: Count): boolean => {
    if (arm !== failing) {
      if (staying !== 'never' && tally.failures > 0 && isSlowdownEffect(tallyOf(failing), tally)) return false;
      return isRising(tally) || needs(tally, fails, arm === passing ? plain : NO_TALLY);
    }
    if (tally.runs < MAX_PINNED && [passing, control].some((other) => other !== null && isRising(tallyOf(other))))
      return true;
    // A failure without the load must be outweighed with it.
    const besides = tallyOf(passing).failures + (control === null ? 0 : tallyOf(control).failures);
    return tally.failures < MIN_FAILURES + 2 * Math.min(besides, 2) || tally.runs < MIN_RUNS;
  };
  try {
    for (;;) {
      if (log.disturbed > MAX_DISTURBED + tallyOf(failing).failures) break;
      const now = choose(tallies, failing, open, log.room);
      if (now.length === 0) break;
      const answers = yield* log.put(now, {
        doing: [...new Set(now.map(formatConditions))].join(' and '),
        why: 'the load must bring the failure, its pin take it away, and its control not bring it',
      });
      for (const [at, answer] of answers.entries()) tallies.set(now[at]!, addTrial(tallyOf(now[at]!), answer));
    }
  } catch (error) {
    if (!(error instanceof TrialsSpent)) throw error;
  }
  return { with: tallyOf(failing), pinned: tallyOf(passing), control: control === null ? null : tallyOf(control) };
}

export const bringsIt = ({ failures, runs }: Count): boolean => failures >= MIN_FAILURES && runs >= MIN_RUNS;

/** The arms that are furthest behind their share of the turns; none when all is clear, or the load is given up. */
function choose(
  tallies: ReadonlyMap<Conditions, Tally>,
  failing: Conditions,
  open: (arm: Conditions, tally: Count, fails: Count) => boolean,
  room: number,
): readonly Conditions[] {
  const fails = tallies.get(failing)!;
  if (isHopeless(fails)) return [];
  const counts = new Map([...tallies].map(([arm, { failures, runs }]) => [arm, { failures, runs }]));
  const chosen: Conditions[] = [];
  while (chosen.length < room) {
    const behind = ([arm, { runs }]: [Conditions, Count]): number => runs / (arm === failing ? 2 : 1);
    const [next] = [...counts]
      .filter(([arm, count]) => open(arm, count, fails))
      .toSorted((a, b) => behind(a) - behind(b));
    if (next === undefined) break;
    const [arm, { failures, runs }] = next;
    chosen.push(arm);
    counts.set(arm, { failures, runs: runs + 1 });
  }
  return chosen;
}

/** A failure at the pin is weighed together with the plain runs of the same, which the pin comes to. */
export const weighed = (pinned: Count, plain: Count): Count => (pinned.failures === 0 ? pinned : sumOf(pinned, plain));

/** Whether the pin or the control must be run again. `known`: what was seen of the same before. */
function needs(rest: Count, fails: Count, known: Count): boolean {
  if (rest.runs >= MAX_PINNED || rest.runs < MIN_PINNED_TO_JUDGE) return rest.runs < MIN_PINNED_TO_JUDGE;
  // Until the load has failed there is nothing that their passes could be weighed against.
  if (fails.failures === 0) return rest.runs < MIN_PINNED;
  if (rest.failures > 0) return rest.failures <= RARE_FAILURES && !isGone(fails, weighed(rest, known), true);
  return rest.runs + known.runs - known.failures < Math.max(MIN_PINNED, passesToProveFix(fails, CONFIDENCE));
}

const isHopeless = ({ failures, runs }: Count): boolean =>
  1 - betaCdf(HOPED, 0.5 + failures, 0.5 + runs - failures) < GIVEN_UP;
