/** `history` for people: a line a test, those that hurt most first. */
import { plural } from '../../text/plural.ts';
import type { HistoryResultPage, HistoryRow, PruneResult, RunResult } from '../../tools/lib/history/results.ts';
import { paint, type TerminalStyle } from '../terminal-style.ts';
import { percent, span } from '../text/rate.ts';
import { shorten, visible } from '../text/shorten.ts';
import { testHistoryText } from './test-history-text.ts';

export function historyText(page: HistoryResultPage, style: TerminalStyle): string {
  if (page.test !== null) return testHistoryText(page.test, style);
  const { dim, bold } = paint(style);
  if (page.size.tests === 0) return `no result yet in ${page.store}; put some in with \`unflake ingest <reports…>\`\n`;
  const head = `${'status'.padEnd(12)}${'hurt'.padStart(6)}  ${'failed'.padEnd(26)}${'last 30 days'.padEnd(32)}test`;
  const shown = `${plural(page.tests.length, 'test')} of ${page.total}; ${sizeLine(page)}`;
  return [
    bold(head),
    ...page.tests.map((row) => rowLine(row, style)),
    ...page.incidents.map((run) => dim(incidentLine(run))),
    dim(shown),
    '',
  ].join('\n');
}

function rowLine(row: HistoryRow, style: TerminalStyle): string {
  const paints = paint(style);
  const colour = {
    healthy: paints.green,
    fixed: paints.green,
    flaky: paints.yellow,
    quarantined: paints.dim,
    broken: paints.red,
  };
  const left = `${row.hurt < 9.95 ? row.hurt.toFixed(1) : Math.round(row.hurt)}`.padStart(6);
  const rate = rateOf(row).padEnd(26);
  const line = `${colour[row.status](row.status.padEnd(12))}${left}  ${rate}${sparkline(row.days).padEnd(32)}`;
  return `${line}${shorten(row.test, Math.max(20, style.columns - 78))}`;
}

/** `12/480 (1.3–4 %)`; without failures only the number of runs. */
export function rateOf({ failures, runs, interval }: Pick<HistoryRow, 'failures' | 'runs' | 'interval'>): string {
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

function incidentLine({ at, run, job, incident }: RunResult): string {
  return visible(
    `incident ${at.slice(0, 16).replace('T', ' ')}  ${[run, job].filter((text) => text !== '').join(' / ')}: ${incident}`,
  );
}

function sizeLine({ size, store }: Pick<HistoryResultPage, 'size' | 'store'>): string {
  const { results, runs, bytes } = size;
  return `${plural(results, 'result')} of ${plural(runs, 'run')} in ${store} (${Math.max(1, Math.round(bytes / 1_000_000))} MB)`;
}

export function pruneText({ results, before, dryRun, size, store }: PruneResult): string {
  const what = `${plural(results, 'result')} of runs before ${before.slice(0, 10)}`;
  return `${dryRun ? `${what} would be removed` : `removed ${what}`}; ${sizeLine({ size, store })}\n`;
}
