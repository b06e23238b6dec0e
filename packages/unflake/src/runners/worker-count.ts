/** The number of workers that a trial's conditions ask for. `serial` and no condition both mean one. */
import type { Conditions } from '../contract/trial.ts';

export function workerCount({ workers }: Conditions): number {
  return workers === undefined || workers === 'serial' ? 1 : Number(workers);
}
