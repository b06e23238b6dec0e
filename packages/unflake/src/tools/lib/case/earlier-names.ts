/** Translates names in cases that an earlier build stored, so that such a case can be resumed, replayed and reported. */
import type { CaseFindings } from '../../../contract/case-record.ts';

const KEYS: ReadonlyMap<string, string> = new Map([
  ['seedProtocol', 'fixedProtocol'],
  ['seedRule', 'fixedRule'],
  ['silent', 'noSignal'],
  ['unheard', 'unobserved'],
]);

export const currentProtocol = (stored: unknown): unknown => (stored === 'seed' ? 'fixed' : stored);

export function currentFindings({ commands, ...findings }: CaseFindings): CaseFindings {
  // The keys of `commands` are names of arms.
  return { ...(renamed(findings) as CaseFindings), ...(commands ? { commands } : {}) };
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [KEYS.get(key) ?? key, renamed(inner)]));
}
