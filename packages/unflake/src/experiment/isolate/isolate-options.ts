/** What isolate compares. */
import type { Count } from '../../contract/evidence.ts';
import type { TestId } from '../../contract/test-id.ts';
import type { Fingerprints } from '../event-of.ts';
import type { Arm, Tally } from '../findings.ts';

export interface IsolateOptions {
  readonly target: TestId;
  readonly alone: Arm;
  readonly suite: Arm;
  /** The tests of the target's own file; null when that is the suite or cannot be run. */
  readonly file: Arm | null;
  /** Trials with `repeat: 2`; null when the runner cannot. */
  readonly twice: Arm | null;
  /** What confirm has counted already. */
  readonly known: { readonly alone: Tally; readonly suite: Tally };
  readonly fingerprints: Fingerprints;
  /** Not worth comparing any longer, because of what was counted so far of both arms; never, unless told. */
  readonly isVain?: (arms: readonly Count[]) => boolean;
  readonly jobs: number;
  readonly maxTrials: number;
}
