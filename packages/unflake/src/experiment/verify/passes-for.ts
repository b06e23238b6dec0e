/** The passes that `fixed` needs. */
import type { Count } from '../../contract/evidence.ts';
import { passesToExclude } from '../statistics/fix-excluded.ts';
import { passesToProveFix } from '../statistics/fix-predictive.ts';
import type { FixLimits } from './fix-limits.ts';

/** By both limits: no change at all, and a change that only made the failure rarer. */
export function passesFor(before: Count, { share, lowered, unchanged }: FixLimits): number {
  return Math.max(passesToProveFix(before, 1 - unchanged), passesToExclude(before, share, lowered));
}
