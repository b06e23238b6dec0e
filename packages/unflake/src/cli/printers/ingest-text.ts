/** `ingest` for people. */
import { plural } from '../../text/plural.ts';
import { visible } from '../../text/shorten.ts';
import type { IngestResult } from '../../tools/lib/history/results.ts';
import { paint, type TerminalStyle } from '../terminal-style.ts';

export function ingestText(
  { files, known, results, runs, runCount, renamed, store }: IngestResult,
  style: TerminalStyle,
): string {
  const { dim, yellow } = paint(style);
  const before = known === 0 ? '' : `, ${plural(known, 'file')} known before`;
  const incidents = runs.filter(({ incident }) => incident !== null);
  return [
    `${plural(results, 'result')} from ${plural(files, 'file')}${before}, of ${plural(runCount, 'run')}`,
    ...incidents.map(({ run, job, incident }) =>
      yellow(
        visible(
          `incident   ${[run, job].filter((text) => text !== '').join(' / ') || 'this run'}: ${incident}; its failures are not counted`,
        ),
      ),
    ),
    ...renamed.map(({ from, to, why }) =>
      visible(`renamed    ${from} → ${to} (${why === 'moved' ? 'moved file' : 'same body'})`),
    ),
    dim(store),
    '',
  ].join('\n');
}
