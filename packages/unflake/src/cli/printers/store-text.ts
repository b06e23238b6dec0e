/** `store status`, `store migrate` and `store copy` for people. */
import { plural } from '../../text/plural.ts';
import type { StoreCopyResult, StoreStatusResult } from '../../tools/lib/store-results.ts';

const MEGABYTE = 1_000_000;

export function storeStatusText({ store, exists, ...facts }: StoreStatusResult): string {
  if (!exists) return `store      none yet; the first case makes ${store}\n`;
  const { kind, version, bytes, cases, hunts, certifications, trials, history } = facts;
  const many = [plural(cases, 'case'), plural(hunts, 'hunt'), plural(certifications, 'certification')];
  return `store      ${store}
kind       ${kind} ${version}, ${(bytes / MEGABYTE).toFixed(1)} MB
holds      ${[...many, plural(trials, 'trial')].join(', ')}
history    ${[plural(history.results, 'result'), plural(history.tests, 'test'), plural(history.runs, 'run')].join(', ')}
`;
}

export function storeCopyText({ from, to, copied, unchanged, trials, history }: StoreCopyResult): string {
  const there = unchanged.length === 0 ? '' : `, ${unchanged.length} there already`;
  return `copied     ${copied.length} of ${plural(copied.length + unchanged.length, 'record')}, ${plural(trials, 'trial')}${there}
${history === null ? '' : copiedHistory(history)}from       ${from}
to         ${to}
`;
}

function copiedHistory({ runs, unchangedRuns, results, skippedDays }: NonNullable<StoreCopyResult['history']>): string {
  const there = unchangedRuns === 0 ? '' : `, ${unchangedRuns} there already`;
  const skipped =
    skippedDays === 0
      ? ''
      : `skipped    ${plural(skippedDays, 'day')} whose results were pruned here, and of which the other store has a part\n`;
  return `history    ${plural(results, 'result')} of ${plural(runs, 'run')}${there}\n${skipped}`;
}
