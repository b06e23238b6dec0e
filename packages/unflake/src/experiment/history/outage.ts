/** Whether the failures of a run are its own, and say nothing about its tests: a database that is down, a disk that is full, code that does not compile. */
import { plural } from '../../text/plural.ts';

export interface RunCounts {
  /** Executions that ended in a pass or a failure. */
  readonly executed: number;
  readonly failures: number;
  /** Of failures in set-up or tear-down, by fingerprint. */
  readonly setUp: ReadonlyMap<string, number>;
}

/** In fewer, half is soon reached by a few broken tests. */
const MIN_EXECUTED = 10;
const MOST = 0.5;
/** One set-up that breaks everywhere counts earlier, because nothing in the tests ran. */
const MIN_SET_UPS = 10;
const SET_UP_SHARE = 0.1;
/** Beside it a few ordinary failures may stand. */
const SAME_SHARE = 0.9;

export function outageOf({ executed, failures, setUp }: RunCounts): string | null {
  if (executed < MIN_EXECUTED) return null;
  if (failures / executed > MOST) return `${failures} of ${plural(executed, 'result')} failed`;
  const most = Math.max(0, ...setUp.values());
  const isEverywhere = most >= MIN_SET_UPS && most / executed >= SET_UP_SHARE && most / failures >= SAME_SHARE;
  return isEverywhere ? `the same set-up failed in ${plural(most, 'test')}` : null;
}
