/** `certify` as JUnit XML: a certified test passes, a flaky or broken one fails, an undecided one is skipped. */
import type { Certificate, CertifyResult } from '../../contract/certificate.ts';
import { certificateText, certifySummary } from './certify-words.ts';
import { xml } from './hunt-junit.ts';

export function certifyJunit(result: CertifyResult): string {
  const { certificates, cost } = result;
  const count = (...statuses: readonly string[]) =>
    certificates.filter(({ status }) => statuses.includes(status)).length;
  const counts = `tests="${certificates.length}" failures="${count('flaky', 'broken')}" skipped="${count('undecided')}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="unflake certify" ${counts} errors="0" time="${(cost.wallMs / 1000).toFixed(3)}">`,
    ...certificates.map(caseOf),
    `    <system-out>${xml(certifySummary(result))}</system-out>`,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function caseOf(one: Certificate): string {
  const place = one.place === null ? '' : ` file="${xml(one.place.file)}" line="${one.place.line}"`;
  const head = `    <testcase classname="unflake certify" name="${xml(one.test)}"${place}`;
  const text = xml(certificateText(one));
  if (one.status === 'certified') return `${head}><system-out>${text}</system-out></testcase>`;
  if (one.status === 'undecided') return `${head}><skipped message="${text}"/></testcase>`;
  const details = xml([one.flaky?.reproduce.fails, one.flaky?.message ?? one.note].filter(Boolean).join('\n'));
  return `${head}><failure message="${one.status}: ${text}">${details}</failure></testcase>`;
}
