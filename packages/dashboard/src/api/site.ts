/** The answers that `unflake report --site` writes into its page as inert text, so that the pages need no service. */
import type { Health, Input } from './results.ts';

/** `answers` has a key for each call: the name of the tool, and the case or hunt that it is about. */
export interface Site {
  readonly version: string;
  readonly answers: Readonly<Record<string, unknown>>;
}

const element = document.getElementById('unflake-site');
const site = element === null ? null : (JSON.parse(element.textContent ?? 'null') as Site | null);

export const isSite = site !== null;

/** Undefined where there is a service to ask; null where the page has no such answer. */
export function siteAnswer(tool: string, input: Input): unknown {
  if (site === null) return undefined;
  const about = input.case ?? input.hunt;
  const key = about === undefined ? tool : `${tool} ${String(about)}`;
  return Object.hasOwn(site.answers, key) ? site.answers[key] : null;
}

export function siteHealth(): Health | null {
  if (site === null) return null;
  return { version: site.version, calls: { size: 0, max: 0 }, uptimeMs: 0, allow: [], dashboard: 'read-only' };
}
