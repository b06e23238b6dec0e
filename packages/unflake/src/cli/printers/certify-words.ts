/** What a certification says, as sentences that its printers share. */
import type { Certificate, CertificateStatus, CertifyResult } from '../../contract/certificate.ts';
import { plural } from '../../text/plural.ts';
import { fraction, percent } from '../../text/rate.ts';

/** One paragraph: what may be merged, and on what grounds. */
export function certifySummary(result: CertifyResult): string {
  const { certificates, asked, leftOut, ended } = result;
  if (certificates.length === 0) return `no test is new or changed${sinceText(result)}; nothing was run`;
  const bound = `a failure rate below ${percent(asked.rate)} (${percent(asked.confidence)} confidence)`;
  const counts = STATUS_ORDER.flatMap((status) => {
    const count = certificates.filter((one) => one.status === status).length;
    return count === 0 ? [] : [`${count} ${status}`];
  });
  const verdict = certificates.every(({ status }) => status === 'certified')
    ? `all of ${plural(certificates.length, 'test')} certified for ${bound}`
    : `${counts.join(', ')} of ${plural(certificates.length, 'test')}, certified means ${bound}`;
  const left = leftOut === 0 ? '' : `; ${plural(leftOut, 'test')} that reach the change were left out`;
  const cut = ended === 'budget' ? '; the budget was spent' : ended === 'cancelled' ? '; it was interrupted' : '';
  return `${verdict}${commitText(result)}${left}${cut}`;
}

const STATUS_ORDER: readonly CertificateStatus[] = ['flaky', 'broken', 'undecided', 'certified'];

export const inStatusOrder = (certificates: readonly Certificate[]): readonly Certificate[] =>
  STATUS_ORDER.flatMap((status) => certificates.filter((one) => one.status === status));

const sinceText = ({ since }: CertifyResult): string => (since === null ? '' : ` since ${since.slice(0, 10)}`);

function commitText({ commit }: CertifyResult): string {
  if (commit === null) return '';
  return `, at commit ${commit.id.slice(0, 10)}${commit.changed ? ' with uncommitted changes' : ''}`;
}

/** What was seen of one test, in a line. */
export function certificateText({ status, runs, bound, flaky, failures, note, arms }: Certificate): string {
  if (status === 'flaky' && flaky !== null) {
    const own = arms.find(({ arm }) => arm === flaky.arm);
    const counts = own === undefined ? '' : ` failed ${fraction(own)} ${flaky.arm},`;
    return `${flaky.kind ?? 'intermittent'}:${counts} ${failures}/${totalRuns(arms)} in all runs`;
  }
  const limit = bound === null ? '' : `below ${percent(bound.rate)}, `;
  const reason = note === null ? '' : `${note}; `;
  return `${reason}${limit}${runsText(runs)}`;
}

function runsText({ counted, processes, forks, forkedFrom, repeats, turned }: Certificate['runs']): string {
  const parts = [
    ...(processes > 0 ? [`${processes} in new processes`] : []),
    ...(forks > 0 ? [`${forks} in forks of ${plural(forkedFrom, 'process', 'processes')}`] : []),
  ];
  const further = [
    ...(turned > 0 ? [`${turned} with settings or loads turned`] : []),
    ...(repeats > 0 ? [`${plural(repeats, 'repeat')} in one process`] : []),
  ];
  const also = further.length === 0 ? '' : `; besides ${further.join(', ')}`;
  return `${plural(counted, 'run')}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}${also}`;
}

const totalRuns = (arms: Certificate['arms']): number => arms.reduce((sum, { runs }) => sum + runs, 0);
