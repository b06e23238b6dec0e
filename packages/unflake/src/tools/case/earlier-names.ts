/** Translates names in cases that an earlier build stored, so that such a case can be resumed, replayed and reported. */
import type { CaseFindings } from '../../contract/case-record.ts';
import type { StaticSource } from '../../contract/static-source.ts';
import type { Protocol } from '../../experiment/diagnose/resolved-diagnose-options.ts';
import { currentName } from '../../scan/rules/renamed.ts';

const KEYS: ReadonlyMap<string, string> = new Map([
  ['seedProtocol', 'fixedProtocol'],
  ['seedRule', 'fixedRule'],
  ['silent', 'noSignal'],
  ['unheard', 'unobserved'],
]);

export function currentProtocol(stored: unknown): Protocol {
  return (stored === 'seed' ? 'fixed' : stored) as Protocol;
}

/** Rules were renamed too, and the sources of a case decide which knobs its plan turns first. */
export function currentSources(stored: readonly StaticSource[]): readonly StaticSource[] {
  return stored.map((source) => ({ ...source, rule: currentName(source.rule) }));
}

export function currentFindings(stored: Readonly<Record<string, unknown>>): CaseFindings {
  const { commands, ...findings } = stored;
  // The keys of `commands` are names of arms.
  return { ...(renamed(findings) as object), ...(commands ? { commands } : {}) } as unknown as CaseFindings;
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [KEYS.get(key) ?? key, renamed(inner)]));
}
