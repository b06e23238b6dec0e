/**
 * True if a parallel collision is proved. Serial runs count as counter-evidence; if more than 10 % of them fail, neighbours are not the
 * cause.
 */
import { type FindingsSoFar, sum } from '../diagnose/findings-so-far.ts';
import { isClearlyMore } from '../statistics/clearly-more.ts';
import { NO_TALLY } from '../tally.ts';
import { isCollision } from '../time/is-collision.ts';

const RARE = 0.1;

export function isCollisionProved({ time, isolate, confirm }: FindingsSoFar): boolean {
  if (time === null || !isCollision(time)) return false;
  const { alone, suite } = isolate ?? confirm?.arms ?? {};
  const without = sum(time.serial!, alone ?? NO_TALLY, suite ?? NO_TALLY);
  return without.failures <= RARE * without.runs && isClearlyMore(time.parallel!, without);
}
