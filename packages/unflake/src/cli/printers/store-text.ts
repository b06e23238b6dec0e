/** `store status`, `store migrate` and `store copy` for people. */
import { plural } from '../../text/plural.ts';
import type { StoreCopyResult, StoreStatusResult } from '../../tools/lib/store-results.ts';

const MEGABYTE = 1_000_000;

export function storeStatusText({ store, exists, ...facts }: StoreStatusResult): string {
  if (!exists) return `store      none yet; the first case makes ${store}\n`;
  const { kind, version, bytes, cases, hunts, certifications, trials } = facts;
  const many = [plural(cases, 'case'), plural(hunts, 'hunt'), plural(certifications, 'certification')];
  return `store      ${store}
kind       ${kind} ${version}, ${(bytes / MEGABYTE).toFixed(1)} MB
holds      ${[...many, plural(trials, 'trial')].join(', ')}
`;
}

export function storeCopyText({ from, to, copied, unchanged, trials }: StoreCopyResult): string {
  const there = unchanged.length === 0 ? '' : `, ${unchanged.length} there already`;
  return `copied     ${copied.length} of ${plural(copied.length + unchanged.length, 'record')}, ${plural(trials, 'trial')}${there}
from       ${from}
to         ${to}
`;
}
