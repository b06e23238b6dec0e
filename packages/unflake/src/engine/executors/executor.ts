/** Where the trials of a step run: on this machine or, later, on many. */
import type { Trial } from '../../contract/trial.ts';

export interface Executor {
  readonly name: string;
  /**
   * Calls `run` once for each trial; results keep the order of the trials. After a rejection no further trial is started, and the
   * promise is rejected with the first reason once all that were started have ended.
   */
  readonly each: <Result>(
    trials: readonly Trial[],
    run: (trial: Trial, index: number) => Promise<Result>,
  ) => Promise<readonly Result[]>;
}
