/** The failures of a test as a rate and as a line of days. */

import { percent, span } from '../../text/rate.ts';
import type { HistoryRow } from '../../tools/lib/history/results.ts';

/** `12/480 (1.3–4 %)`; without failures only the number of runs. */
export function historyRate({ failures, runs, interval }: Pick<HistoryRow, 'failures' | 'runs' | 'interval'>): string {
  if (interval === null) return `0/${runs}`;
  const range = interval.high < 0.1 ? `${percent(interval.low)} – ${percent(interval.high)}` : span(interval);
  return `${failures}/${runs} (${range})`;
}

const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** A dot for a day without a run; the highest bar is the worst day. */
export function sparkline(days: readonly (number | null)[]): string {
  const most = Math.max(1, ...days.map((count) => count ?? 0));
  return days
    .map((count) =>
      count === null ? '·' : BARS[count === 0 ? 0 : Math.max(1, Math.ceil((count / most) * (BARS.length - 1)))]!,
    )
    .join('');
}
