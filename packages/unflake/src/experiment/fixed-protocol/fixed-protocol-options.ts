/** What the fixed protocol runs. */
import type { TestId } from '../../contract/test-id.ts';
import type { Trial } from '../../contract/trial.ts';
import type { Arm } from '../findings.ts';

export interface FixedProtocolOptions {
  readonly target: TestId;
  /** The tests before the target, in suite order. */
  readonly before: readonly TestId[];
  readonly alone: Arm;
  readonly suite: Arm;
  /** These tests and then the target. */
  readonly subset: (tests: readonly TestId[]) => Trial;
  readonly parallel: Arm | null;
  readonly serial: Arm | null;
}
