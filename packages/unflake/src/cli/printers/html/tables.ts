/** The tables of the report. */
import type { CaseRecord, TrialRow } from '../../../contract/case-record.ts';
import type { Diagnosis } from '../../../contract/diagnosis.ts';
import { type Child, el, type Markup } from '../../../plots/element.ts';
import { duration } from '../../../text/duration.ts';
import { percent, rateText } from '../../../text/rate.ts';
import { number, table } from './table.ts';

// More rows would hide the ones that matter and slow down the page; the JSON has all.
const MAX_SUSPECTS = 12;
const MAX_TRIALS = 1_000;

export function evidenceTable({ evidence }: Diagnosis): Markup | null {
  if (evidence.length === 0) return null;
  const rows = evidence.map(({ claim, with: more, without: less, trials }) => [
    claim,
    number(rateText(more)),
    number(rateText(less)),
    `${trials.length}: ${trials.slice(0, 8).join(' ')}${trials.length > 8 ? ' …' : ''}`,
  ]);
  return table(['claim', 'failed with', 'failed without', 'trials'], rows);
}

export function hypothesesTable({ hypotheses }: Diagnosis): Markup | null {
  if (hypotheses.length === 0) return null;
  const rows = hypotheses.map((hypothesis) => [
    `${hypothesis.family} / ${hypothesis.kind}`,
    el('span', { class: `status-${hypothesis.status}` }, hypothesis.status),
    posterior(hypothesis.posterior),
    list(hypothesis.for),
    list(hypothesis.against),
    hypothesis.distinguishedBy,
  ]);
  return table(['cause', 'status', 'posterior', 'for', 'against', 'distinguished by'], rows);
}

/** What a scan found in the code that the test reaches: a possible cause, not a proven one. */
export function sourcesTable({ sources }: Diagnosis): Markup | null {
  if (sources.length === 0) return null;
  const rows = sources.map(({ rule, file, line }) => [el('code', {}, `${file}:${line}`), rule]);
  return table(['place', 'rule'], rows);
}

export function candidatesTable({ findings: { order } }: CaseRecord): Markup | null {
  if (order === null || order.suspects.length === 0) return null;
  const rows = order.suspects
    .slice(0, MAX_SUSPECTS)
    .map(({ test, posterior: share, before, notBefore, single }) => [
      el('span', { class: 'id' }, test),
      posterior(share),
      number(rateText(before)),
      number(rateText(notBefore)),
      number(rateText(single)),
    ]);
  return table(['test', 'posterior', 'seen when before', 'when not', 'when only it'], rows);
}

export function trialsTable(trials: readonly TrialRow[]): Markup {
  const rows = trials
    .slice(0, MAX_TRIALS)
    .map(({ id, phase, arm, outcome, ms, tests, command }) => [
      id,
      `${phase}, ${arm}`,
      el('span', { class: outcome === 'passed' ? '' : 'status-confirmed' }, outcome),
      number(duration(ms)),
      number(String(tests)),
      el('code', {}, command),
    ]);
  const left = trials.length - MAX_TRIALS;
  return el(
    'div',
    {},
    table(['trial', 'arm', 'outcome', 'time', 'tests', 'command'], rows),
    left > 0 ? el('p', { class: 'quiet' }, `${left} more are in the JSON.`) : null,
  );
}

function posterior(share: number): Markup {
  const width = `${(share * 100).toFixed(1)}%`;
  return el('span', {}, percent(share), el('span', { class: 'bar' }, el('span', { style: `width:${width}` })));
}

function list(items: readonly string[]): Child {
  return items.length === 0
    ? '–'
    : el(
        'ul',
        {},
        items.map((item) => el('li', {}, item)),
      );
}
