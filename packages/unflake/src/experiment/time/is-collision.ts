/**
 * True if a parallel collision is proved. Serial runs never fail, and neither does the slowed test, which is the control for the load of
 * several workers.
 */
import type { TimeFinding } from '../findings.ts';
import { isClearlyMore } from '../statistics/clearly-more.ts';

export function isCollision({ parallel, serial, parallelEffect, doses }: TimeFinding): boolean {
  const slowest = doses.at(-1);
  if (parallel === null || serial === null || slowest === undefined || parallelEffect !== 'worse') return false;
  return [serial, slowest.tally].every((without) => without.failures === 0 && isClearlyMore(parallel, without));
}
