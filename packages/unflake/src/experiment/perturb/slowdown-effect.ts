/**
 * Slowness cannot be removed completely, because a machine is never fully idle. A time-dependent test may therefore fail occasionally, and
 * differs from chance by failing nearly always when slowed.
 */

import type { Count } from '../../contract/evidence.ts';
import { betaCdf } from '../statistics/incomplete-beta.ts';
import { BAYES_FACTOR } from '../statistics/thresholds.ts';
import { twoArmBayesFactor } from '../statistics/two-arm-bayes-factor.ts';

const RARE = 0.1;
const NEARLY_ALWAYS = 0.8;
const NOW_AND_THEN = 0.4;
/** A rate less likely than this is ruled out, though not after the first few runs. */
const HOPELESS = 0.02;
const FEW_RUNS = 6;

export function isSlowdownEffect(fails: Count, left: Count): boolean {
  if (fails.failures < NEARLY_ALWAYS * fails.runs || left.failures > NOW_AND_THEN * left.runs) return false;
  return twoArmBayesFactor(fails, left) >= BAYES_FACTOR.slowdown;
}

/** It is not clear yet, and more runs may make it so. */
export function mayBeSlowdownEffect(fails: Count, left: Count): boolean {
  const isHopeless = { high: 1 - below(NEARLY_ALWAYS, fails) < HOPELESS, low: below(NOW_AND_THEN, left) < HOPELESS };
  if ((isHopeless.high && fails.runs >= FEW_RUNS) || (isHopeless.low && left.runs >= FEW_RUNS)) return false;
  return !isSlowdownEffect(fails, left);
}

/** Too often for chance or a busy minute of the machine. */
export const failsWithoutLoad = ({ failures, runs }: Count): boolean => failures > RARE * runs;

const below = (rate: number, { failures, runs }: Count): number => betaCdf(rate, 0.5 + failures, 0.5 + runs - failures);
