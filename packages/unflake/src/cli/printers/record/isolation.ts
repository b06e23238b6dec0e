/** The record block ISOLATION RESULTS. We add the lines for the file and for twice in one process. */
import type { CaseRecord } from '../../../contract/case-record.ts';
import type { Tally } from '../../../contract/findings.ts';
import { failRate, letters, rowsOf } from './run-letters.ts';

export function isolationBlock({ findings: { isolate }, trials }: CaseRecord): string | null {
  if (isolate === null) return null;
  const line = (label: string, gap: string, tally: Tally) =>
    `${label} (${tally.runs} runs):${gap}${letters(rowsOf(tally, trials))} — fail rate: ${failRate(tally.failures, tally.runs)}`;
  return [
    'ISOLATION RESULTS',
    line('Isolated', ' ', isolate.alone),
    line('In-suite', '  ', isolate.suite),
    ...(isolate.file ? [line('In-file', '   ', isolate.file)] : []),
    ...(isolate.twice ? twiceLines(isolate.twice) : []),
  ].join('\n');
}

// Both runs of a trial have the same id, so the letters would show both; only the counts differ.
function twiceLines({ first, second }: { readonly first: Tally; readonly second: Tally }): readonly string[] {
  const line = (label: string, { failures, runs }: Tally) =>
    `${label} (${runs} runs): ${failures} failed — fail rate: ${failRate(failures, runs)}`;
  return [line('First of two in one process', first), line('Second of two in one process', second)];
}
