/** The result of `certify` as one HTML file: what may be merged, and the grounds for each test. */
import type { Certificate, CertifyResult } from '../../contract/certificate.ts';
import { TOOLING_VERSION } from '../../contract/versions.ts';
import { el, type Markup } from '../../plots/element.ts';
import { duration } from '../../text/duration.ts';
import { group } from '../../text/plural.ts';
import { certificateText, certifySummary, inStatusOrder } from './certify-words.ts';
import { facts, notTriedList, page, section } from './html/page.ts';
import { table } from './html/table.ts';
import { armsTable } from './hunt-html.ts';

export function certifyHtml(result: CertifyResult): string {
  const { certificates, notTried, next, certificationId, seed, cost } = result;
  const isGood = certificates.every(({ status }) => status === 'certified');
  const ordered = inStatusOrder(certificates);
  return page(`Certified tests: ${certifySummary(result)}`, [
    el(
      'header',
      {},
      el('span', { class: `verdict ${isGood ? 'healthy' : 'broken'}` }, isGood ? 'certified' : 'not all certified'),
      el('h1', {}, 'Certified tests'),
      el('p', { class: 'lead' }, certifySummary(result)),
      facts([
        ['trials', group(cost.trials)],
        ['test executions', group(cost.testExecutions)],
        ['time', duration(cost.wallMs)],
        ['seed', String(seed)],
      ]),
    ),
    section('Tests', ordered.length === 0 ? null : certificateTable(ordered)),
    section('Failures', ordered.flatMap(failure)),
    section('Not tried', notTriedList(notTried)),
    section('Next', next === null ? null : el('pre', {}, next)),
    el('footer', {}, `unflake ${TOOLING_VERSION}, certification ${certificationId ?? '–'}`),
  ]);
}

function certificateTable(certificates: readonly Certificate[]): Markup {
  const rows = certificates.map((one) => [
    el('span', { class: one.status === 'certified' ? '' : 'status-confirmed' }, one.status),
    el('code', {}, one.test),
    certificateText(one),
  ]);
  return table(['status', 'test', 'what was seen'], rows);
}

function failure({ test, flaky, arms }: Certificate): readonly Markup[] {
  if (flaky === null) return [];
  const { reproduce, message, caseId, verdict } = flaky;
  return [
    el(
      'article',
      {},
      el('h3', { class: 'id' }, test),
      el('pre', { class: 'fails' }, reproduce.fails),
      message === null ? null : el('pre', {}, message),
      caseId == null ? null : el('p', {}, `Case ${caseId}: ${verdict ?? ''}.`),
      el('details', {}, el('summary', {}, 'Counts by arm'), armsTable(arms)),
    ),
  ];
}
