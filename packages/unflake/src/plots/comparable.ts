/** Which durations are comparable. */
import type { TrialRow } from '../contract/case-record.ts';

/** Not slowed, not skipped or missing, and not a printed command, whose time is that of the whole runner. */
export function isComparable({ conditions, phase, outcome }: TrialRow): boolean {
  return conditions.cpu === undefined && phase !== 'reproduce' && outcome !== 'missing' && outcome !== 'skipped';
}
