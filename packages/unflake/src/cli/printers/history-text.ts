/** `history` for people: a line a test, those that hurt most first. */
import { plural } from '../../text/plural.ts';
import { shorten, visible } from '../../text/shorten.ts';
import type {
  HistoryResultPage,
  HistoryRow,
  HistoryTrend,
  PruneResult,
  RunResult,
} from '../../tools/lib/history/results.ts';
import { paint, type TerminalStyle } from '../terminal-style.ts';
import { historyRate, sparkline } from '../text/sparkline.ts';
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
    ...(page.trend === undefined ? [] : trendLines(page.trend)),
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
  const rate = historyRate(row).padEnd(26);
  const line = `${colour[row.status](row.status.padEnd(12))}${left}  ${rate}${sparkline(row.days).padEnd(32)}`;
  return `${line}${shorten(row.test, Math.max(20, style.columns - 78))}`;
}

function trendLines({ days, statuses }: HistoryTrend): readonly string[] {
  const failures = days.map((day) => day.failures);
  const sum = failures.reduce((total, count) => total + count, 0);
  const counts = Object.entries(statuses).map(([status, count]) => `${count} ${status}`);
  return [
    `${sparkline(failures)}  ${plural(sum, 'failure')} on unchanged code in ${plural(days.length, 'day')}`,
    counts.join(', '),
  ];
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
