import type { StopReason } from '../../contract/findings.ts';
import { PlanStopped } from '../plan.ts';

/** Ends the diagnosis if a plan was stopped; its finding is kept. Spent trials count as a spent budget. */
export function throwIfStopped(stopped: StopReason | undefined): void {
  if (stopped !== undefined) throw new PlanStopped(stopped === 'cancelled' ? 'cancelled' : 'budget');
}
