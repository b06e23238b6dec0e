/** How far each arm of a hunt has come, and what its rounds cost. */
import type { ArmRecord } from './choose-arm.ts';
import type { HuntArm } from './hunt-arm.ts';

export interface ArmState extends HuntArm {
  rounds: number;
  found: number;
  ms: number;
  isExhausted: boolean;
}

export const fresh = (arm: HuntArm): ArmState => ({ ...arm, rounds: 0, found: 0, ms: 0, isExhausted: false });

/** While the first orders are not complete. */
export const isFirstLook = (arms: readonly ArmState[]): boolean =>
  arms.some(({ isFirst, rounds, floor }) => isFirst && rounds < floor);

/** While an arm lacks rounds of its own. */
export const isFirstPass = (arms: readonly ArmState[]): boolean =>
  arms.some(({ rounds, floor, isExhausted }) => !isExhausted && rounds < floor);

/** Null before its first round. */
export const roundMsOf = (arm: ArmState | undefined): number | null =>
  arm === undefined || arm.rounds === 0 ? null : arm.ms / arm.rounds;

/** A trial that does not fit into the budget would end the hunt, so that a smaller round is chosen in its place. */
export function fitsInto(leftMs: number, arm: ArmState, suiteMs: number | null): boolean {
  return (roundMsOf(arm) ?? (suiteMs ?? 0) * (arm.suiteRuns?.() ?? 1)) <= leftMs;
}

export function recordOf(arm: ArmState, suiteMs: number | null): ArmRecord {
  return { ...arm, isFirst: arm.isFirst === true, cost: arm.ms / Math.max(1, suiteMs ?? 1) };
}
