/** The result of `hunt` as one HTML file: each flaky test with its counts and the command that shows it, then what was not found. */
import type { BrokenTest, FlakyTest, HuntCluster, HuntResult } from '../../contract/hunt.ts';
import { TOOLING_VERSION } from '../../contract/versions.ts';
import { type Child, el, type Markup } from '../../plots/element.ts';
import { duration } from '../../text/duration.ts';
import { group } from '../../text/plural.ts';
import { fraction, percent, span } from '../../text/rate.ts';
import { facts, notTriedList, page, section } from './html/page.ts';
import { number, table } from './html/table.ts';
import { countsText, coverageText, foundText } from './hunt-text.ts';

export function huntHtml(hunt: HuntResult): string {
  const { flaky, broken, unrepeated, clusters, rounds, bounds, notTried, next } = hunt;
  return page(`Flaky tests: ${foundText(hunt)}`, [
    header(hunt),
    section('Flaky tests', flaky.map(flakyArticle)),
    section('Clusters', clusterTable(clusters.filter(({ tests, caseId }) => tests.length > 1 || caseId !== null))),
    section('Broken tests', brokenTable(broken)),
    section('Failed, and not confirmed as flaky', unrepeatedTable(unrepeated)),
    section('What was not found', [el('p', {}, coverageText(hunt)), boundsTable(bounds)]),
    section('Not tried', notTriedList(notTried)),
    section('Next', next === null ? null : el('pre', {}, next)),
    section('Rounds', rounds.length === 0 ? null : roundsTable(rounds)),
    el('footer', {}, `unflake ${TOOLING_VERSION}, hunt ${hunt.huntId ?? '–'}, seed ${hunt.seed}`),
  ]);
}

function header(hunt: HuntResult): Markup {
  const { flaky, runner, tests, cost, huntId, seed } = hunt;
  const isFound = flaky.length > 0;
  return el(
    'header',
    {},
    el('span', { class: `verdict ${isFound ? 'broken' : 'healthy'}` }, isFound ? 'flaky tests found' : 'none found'),
    el('h1', {}, 'Flaky tests of the suite'),
    el('p', { class: 'lead' }, foundText(hunt)),
    facts([
      ['runner', runner],
      ['tests', group(tests)],
      ['trials', group(cost.trials)],
      ['test executions', group(cost.testExecutions)],
      ['time', duration(cost.wallMs)],
      ...(huntId === null ? [] : ([['hunt', huntId]] as const)),
      ['seed', String(seed)],
    ]),
  );
}

function flakyArticle(one: FlakyTest): Markup {
  const { test, place, arms, message, reproduce, caseId } = one;
  return el(
    'article',
    {},
    el('h3', { class: 'id' }, test),
    place === null ? null : el('p', { class: 'quiet' }, `${place.file}:${place.line}`),
    el('p', {}, countsText(one)),
    el('pre', { class: 'fails' }, reproduce.fails),
    message === null ? null : el('pre', {}, message),
    caseId === null ? null : el('p', {}, `Diagnosed in case ${caseId}.`),
    el('details', {}, el('summary', {}, 'Counts by arm'), armsTable(arms)),
  );
}

export function armsTable(arms: FlakyTest['arms']): Markup {
  const rows = arms.map((one) => [one.arm, number(fraction(one)), number(span({ ...one, level: 0.95 }))]);
  return table(['arm', 'failed', '95 % interval'], rows);
}

const ids = (tests: readonly string[]): Child => tests.map((test) => el('div', {}, el('code', {}, test)));

function clusterTable(clusters: readonly HuntCluster[]): Markup | null {
  if (clusters.length === 0) return null;
  const rows = clusters.map((one) => {
    const { tests, caseId, verdict, explains } = one;
    const found = caseId === null ? '–' : `${caseId}: ${verdict ?? ''}`;
    return [one.why, ids(tests), found, explains === null ? '–' : ids(explains)];
  });
  return table(['what they share', 'tests', 'case', 'its cause explains'], rows);
}

function brokenTable(broken: readonly BrokenTest[]): Markup | null {
  if (broken.length === 0) return null;
  const rows = broken.map((one) => [el('code', {}, one.test), number(fraction(one)), ids(one.takesDown)]);
  return table(['test', 'failed', 'with it fail'], rows);
}

function unrepeatedTable(unrepeated: HuntResult['unrepeated']): Markup | null {
  if (unrepeated.length === 0) return null;
  const rows = unrepeated.map((one) => [el('code', {}, one.test), number(fraction(one)), one.arm]);
  return table(['test', 'failed', 'first in'], rows);
}

function boundsTable(bounds: HuntResult['bounds']): Markup | null {
  if (bounds.length === 0) return null;
  const rows = bounds.map(({ arm, rounds, rate }) => [arm, number(String(rounds)), number(percent(rate))]);
  return table(['arm', 'rounds', 'failure rate that may not have been seen (95 % confidence)'], rows);
}

function roundsTable(rounds: HuntResult['rounds']): Markup {
  const rows = rounds.map(({ arm, ms, found }, at) => [
    number(String(at + 1)),
    arm,
    number(duration(ms)),
    number(String(found)),
  ]);
  return el(
    'details',
    {},
    el('summary', {}, `${rounds.length} rounds`),
    table(['round', 'arm', 'time', 'flaky tests found'], rows),
  );
}
