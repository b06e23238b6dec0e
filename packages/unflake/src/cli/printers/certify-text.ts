/** The result of `certify` for a terminal: one paragraph, then a line per test. */
import type { CertifyResult } from '../../contract/certificate.ts';
import { visible } from '../../text/shorten.ts';
import { paint, type TerminalStyle } from '../terminal-style.ts';
import { certificateText, certifySummary, inStatusOrder } from './certify-words.ts';
import { costText, wrap } from './diagnosis-text.ts';

const LABEL = 11;
const WIDEST = 110;

export function certifyText(result: CertifyResult, style: TerminalStyle): string {
  const { bold, dim } = paint(style);
  const rows = (label: string, lines: readonly string[]) =>
    lines.map((line, index) => `${bold((index === 0 ? label : '').padEnd(LABEL))}${line}`);
  const prose = (label: string, text: string) =>
    rows(label, wrap(visible(text), Math.min(style.columns, WIDEST) - LABEL));
  const { certificates, notTried, next, certificationId, seed, cost } = result;
  return [
    ...prose('result', certifySummary(result)),
    ...inStatusOrder(certificates).flatMap((one) => [
      ...rows(one.status, [visible(one.test)]),
      ...prose('', certificateText(one)),
      ...(one.flaky === null ? [] : rows('', [one.flaky.reproduce.fails])),
      ...(one.flaky?.caseId == null ? [] : prose('', `case ${one.flaky.caseId}: ${one.flaky.verdict}`)),
    ]),
    ...notTried.flatMap(({ what, why }) => prose('not tried', `${what}: ${why}`)),
    ...(next === null ? [] : rows('next', [next])),
    ...(certificationId === null
      ? []
      : [dim(`${'cost'.padEnd(LABEL)}${costText(cost)} · certification ${certificationId} · seed ${seed}`)]),
    '',
  ].join('\n');
}
