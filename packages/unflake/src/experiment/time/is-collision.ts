/**
 * Whether it is the others that bring the failure. Beside them it comes, one after another never, and the slowed processor, which is the
 * control of several workers, stays without one as clearly: then it is more than the load of them.
 */
import type { TimeFinding } from '../findings.ts';
import { isClearlyMore } from '../statistics/clearly-more.ts';

export function isCollision({ parallel, serial, parallelEffect, doses }: TimeFinding): boolean {
  const slowest = doses.at(-1);
  if (parallel === null || serial === null || slowest === undefined || parallelEffect !== 'worse') return false;
  return [serial, slowest.tally].every((without) => without.failures === 0 && isClearlyMore(parallel, without));
}
