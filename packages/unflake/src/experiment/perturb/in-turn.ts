/**
 * Alternates a load, its pin and its control until it is clear whether the failure comes with the load and goes without it. Every trial is
 * fresh: trials that led to the suspicion do not count. The load gets every second trial until it clearly causes the failure.
 */

import type { Count } from '../../contract/evidence.ts';
import type { Tally } from '../../contract/findings.ts';
import type { Conditions } from '../../contract/trial.ts';
import { HostWatch } from '../busy-host.ts';
import type { PlanStep, Reply } from '../plan.ts';
import { TrialsSpent } from '../screen/screen-log.ts';
import { sumOf } from '../statistics/counts.ts';
import { passesToProveFix } from '../statistics/fix-predictive.ts';
import { betaCdf } from '../statistics/incomplete-beta.ts';
import { CONFIDENCE } from '../statistics/thresholds.ts';
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

/** The reproduction, which follows with fresh trials, must show as many again. */
const MIN_FAILURES = 2;
const MIN_RUNS = 3;
const MIN_PINNED_TO_JUDGE = 3;
/** Target rate of an amplifying load, and the probability below which a load is given up. */
const HOPED = 0.3;
const GIVEN_UP = 0.05;
/** A machine is never fully idle, so a rare failure may occur without the load. */
const RARE_FAILURES = 2;
const MAX_TRIALS = 3 * MAX_PINNED;
/** A load that causes only other failures this often is given up. */
const MAX_DISTURBED = 5;

/** Whether the failure may remain without the load. `always`: it is known to occur without it. */
export type Persistence = 'never' | 'perhaps' | 'always';

/** `plain`: counts at default settings, which equal the pin of a load. */
export function* runInTurn(
  turning: PerturbContext,
  arms: ProofConditions,
  plain: Count,
  staying: Persistence,
): Generator<PlanStep, PinProof, Reply> {
  const { failing, passing, control } = arms;
  const host = new HostWatch();
  const log = logOf(turning, MAX_TRIALS, host);
  const tallies = new Map<Conditions, Tally>(
    [failing, passing, control].flatMap((arm) => (arm === null ? [] : [[arm, NO_TALLY] as const])),
  );
  const tallyOf = (arm: Conditions): Tally => tallies.get(arm)!;
  const mustBeSlowdownEffect = ({ failures }: Count): boolean =>
    staying === 'always' || (staying === 'perhaps' && failures > RARE_FAILURES);
  // Pin and control get more runs if the failure also occurs without the load.
  const isRising = (left: Count): boolean =>
    mustBeSlowdownEffect(left) && left.runs < MAX_PINNED && mayBeSlowdownEffect(tallyOf(failing), left);
  const open = (arm: Conditions, tally: Count, fails: Count): boolean => {
    if (arm !== failing) {
      if (staying !== 'never' && tally.failures > 0 && isSlowdownEffect(tallyOf(failing), tally)) return false;
      return isRising(tally) || needs(tally, fails, arm === passing ? plain : NO_TALLY);
    }
    if (tally.runs < MAX_PINNED && [passing, control].some((other) => other !== null && isRising(tallyOf(other))))
      return true;
    // A failure without the load needs more failures with it.
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
        why: 'the load must cause the failure, its pin must remove it, and its control must not cause it',
      });
      for (const [at, answer] of answers.entries()) tallies.set(now[at]!, addTrial(tallyOf(now[at]!), answer));
    }
  } catch (error) {
    if (!(error instanceof TrialsSpent)) throw error;
  }
  return {
    with: tallyOf(failing),
    pinned: tallyOf(passing),
    control: control === null ? null : tallyOf(control),
    ...host.finding(turning.target, turning.fingerprints()),
  };
}

export const bringsIt = ({ failures, runs }: Count): boolean => failures >= MIN_FAILURES && runs >= MIN_RUNS;

/** The arms furthest behind their share; none if all is clear or the load is given up. */
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

/** A failure at the pin is combined with the default runs, which are equivalent. */
export const weighed = (pinned: Count, plain: Count): Count => (pinned.failures === 0 ? pinned : sumOf(pinned, plain));

/** True if the pin or the control needs more runs. `known`: earlier counts. */
function needs(rest: Count, fails: Count, known: Count): boolean {
  if (rest.runs >= MAX_PINNED || rest.runs < MIN_PINNED_TO_JUDGE) return rest.runs < MIN_PINNED_TO_JUDGE;
  // Passes mean nothing until the load has failed.
  if (fails.failures === 0) return rest.runs < MIN_PINNED;
  if (rest.failures > 0) return rest.failures <= RARE_FAILURES && !isGone(fails, weighed(rest, known), true);
  return rest.runs + known.runs - known.failures < Math.max(MIN_PINNED, passesToProveFix(fails, CONFIDENCE.load));
}

const isHopeless = ({ failures, runs }: Count): boolean =>
  1 - betaCdf(HOPED, 0.5 + failures, 0.5 + runs - failures) < GIVEN_UP;
