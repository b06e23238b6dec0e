/** Shown before a runner lists its tests, which may take minutes. */
import type { LabEvent } from '../../contract/events.ts';

export const listingWith = (runner: string): LabEvent => ({
  type: 'step',
  phase: 'confirm',
  doing: `listing the tests with ${runner}`,
  why: 'every command needs them',
  trials: 0,
});
