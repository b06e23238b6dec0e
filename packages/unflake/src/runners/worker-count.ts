/** How many workers a trial's conditions ask for. `serial`, and no word about it, are one. */
import type { Conditions } from '../contract/trial.ts';

export function workerCount({ workers }: Conditions): number {
  return workers === undefined || workers === 'serial' ? 1 : Number(workers);
}
