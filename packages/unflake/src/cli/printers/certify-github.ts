/** `certify` as annotations of a GitHub workflow, each on the line of its test. */
import type { Certificate, CertificateStatus, CertifyResult } from '../../contract/certificate.ts';
import { certificateText, certifySummary } from './certify-words.ts';
import { property, value } from './scan-github.ts';

const LEVEL: Readonly<Record<CertificateStatus, string | null>> = {
  certified: null,
  flaky: 'error',
  broken: 'error',
  undecided: 'warning',
};

export function certifyGithub(result: CertifyResult): string {
  const found = result.certificates.flatMap((one) => {
    const level = LEVEL[one.status];
    return level === null ? [] : [annotation(level, one)];
  });
  return [...found, `::notice title=certify::${value(certifySummary(result))}\n`].join('');
}

function annotation(level: string, one: Certificate): string {
  const place = one.place === null ? '' : `file=${property(one.place.file)},line=${one.place.line},`;
  const command = one.flaky === null ? '' : `\n${one.flaky.reproduce.fails}`;
  const text = `${one.test} is ${one.status}: ${certificateText(one)}${command}`;
  return `::${level} ${place}title=${property(`certify: ${one.status}`)}::${value(text)}\n`;
}
