/** The record block MULTI-RUN RESULTS, one per arm in which the failure was looked for. */
import type { CaseRecord } from '../../../contract/case-record.ts';
import { armLines, failRate, letter, letters, rowsOf } from './run-letters.ts';

export function multiRunBlocks(record: CaseRecord): readonly string[] {
  const { findings, trials } = record;
  if (findings.confirm === null) return [];
  return Object.values(findings.confirm.arms)
    .map((tally) => rowsOf(tally, trials))
    .filter((rows) => rows.length > 0)
    .map((rows) => {
      const fails = rows.filter(({ outcome }) => letter(outcome) === 'F').length;
      const passes = rows.filter(({ outcome }) => letter(outcome) === 'P').length;
      return [
        'MULTI-RUN RESULTS',
        ...armLines(rows[0]!, record),
        `Runs: ${rows.length}`,
        `Results: ${letters(rows)}`,
        `Pass: ${passes}, Fail: ${fails}`,
        `Fail rate: ${failRate(fails, rows.length)}`,
      ].join('\n');
    });
}
