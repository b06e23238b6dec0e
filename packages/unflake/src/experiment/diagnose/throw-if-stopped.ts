import type { StopReason } from '../../contract/findings.ts';
import { PlanStopped } from '../plan.ts';

/** A plan that was stopped ends the investigation; its finding is kept. Spent trials are a spent budget. */
export function throwIfStopped(stopped: StopReason | undefined): void {
  if (stopped !== undefined) throw new PlanStopped(stopped === 'cancelled' ? 'cancelled' : 'budget');
}
