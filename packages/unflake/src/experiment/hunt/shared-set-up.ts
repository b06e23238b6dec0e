/** Whether two tests that never passed fail in the same set-up, so that one of them stands for both. */
import { fileOf } from '../../contract/file-of.ts';
import type { TestId } from '../../contract/test-id.ts';
import { fingerprintOf } from '../event-of.ts';
import type { HuntRecord } from './hunt-record.ts';

export function sharesBrokenSetUp(first: TestId, other: TestId, record: HuntRecord): boolean {
  const [a, b] = [first, other].map((test) => record.failuresOf(test)[0]?.observation);
  if (a === undefined || b === undefined || fileOf(first) !== fileOf(other)) return false;
  return a.outcome === 'errored' && b.outcome === 'errored' && fingerprintOf(a) === fingerprintOf(b);
}
