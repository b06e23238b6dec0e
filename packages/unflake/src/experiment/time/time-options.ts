/** What the stage about time may run. */
import type { TestId } from '../../contract/test-id.ts';
import type { TrialResult } from '../../contract/trial.ts';
import type { Fingerprints } from '../event-of.ts';
import type { Arm } from '../findings.ts';

export interface TimeOptions {
  readonly target: TestId;
  /** Earlier results under the same conditions; their durations are used. */
  readonly observed: readonly TrialResult[];
  readonly alone: Arm;
  readonly serial: Arm | null;
  readonly parallel: Arm | null;
  /** The arm that runs the target with that share of CPU time (`0.5`). */
  readonly slowed: ((share: string) => Arm) | null;
  readonly fingerprints: Fingerprints;
  readonly maxTrials: number;
  /** The test failed only in parallel: a failure without parallel tests, or none with them, ends the plan. */
  readonly onlyParallel?: boolean;
}
