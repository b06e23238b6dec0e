/** Rows grouped by arm, in the order in which the arms first ran, with counts of passes and failures. */
import type { TrialRow } from '../contract/case-record.ts';
import type { Count } from '../contract/evidence.ts';
import { isFailure } from '../contract/outcome.ts';

export interface ArmRows {
  readonly arm: string;
  readonly rows: readonly TrialRow[];
  readonly count: Count;
}

export function byArm(trials: readonly TrialRow[]): readonly ArmRows[] {
  const groups = new Map<string, TrialRow[]>();
  for (const row of trials) {
    const group = groups.get(row.arm);
    if (group) group.push(row);
    else groups.set(row.arm, [row]);
  }
  return [...groups].map(([arm, rows]) => ({ arm, rows, count: countOf(rows) }));
}

function countOf(rows: readonly TrialRow[]): Count {
  const failures = rows.filter(({ outcome }) => isFailure(outcome)).length;
  return { failures, runs: failures + rows.filter(({ outcome }) => outcome === 'passed').length };
}
