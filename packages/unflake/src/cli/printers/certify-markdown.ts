/** `certify` as Markdown, for the summary of a job or a comment. */
import type { CertificateStatus, CertifyResult } from '../../contract/certificate.ts';
import { block, code, codeCell, escaped, table } from '../text/markdown.ts';
import { certificateText, certifySummary, inStatusOrder } from './certify-words.ts';
import { costText } from './diagnosis-text.ts';

const SIGNS: Readonly<Record<CertificateStatus, string>> = {
  certified: '✅',
  flaky: '🔬',
  broken: '❌',
  undecided: '❔',
};

export function certifyMarkdown(result: CertifyResult): string {
  const { certificates, notTried, certificationId, seed, cost, next } = result;
  const rows = inStatusOrder(certificates).map((one) => [
    `${SIGNS[one.status]} ${one.status}`,
    codeCell(one.test),
    escaped(certificateText(one)),
  ]);
  const commands = certificates.flatMap(({ test, flaky }) =>
    flaky === null ? [] : [`${code(test)} fails:\n\n${block(flaky.reproduce.fails, 'sh')}`],
  );
  const left = notTried.map(({ what, why }) => `- ${escaped(what)}: ${escaped(why)}`).join('\n');
  return `${[
    '### Certified tests',
    `**${escaped(certifySummary(result))}**`,
    ...(rows.length === 0 ? [] : [table(['', 'test', 'what was seen'], rows)]),
    ...commands,
    ...(left === '' ? [] : [`<details><summary>Not tried</summary>\n\n${left}\n\n</details>`]),
    ...(next === null ? [] : [`Next: ${code(next)}`]),
    ...(certificationId === null
      ? []
      : [`<sub>${costText(cost)} · certification ${escaped(certificationId)} · seed ${seed}</sub>`]),
  ].join('\n\n')}\n`;
}
