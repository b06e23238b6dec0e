/** `search` for people: one result per line, in the format that editors open. */
import type { SearchResult } from '../../tools/lib/tool-results.ts';

export function searchText({ hits, found, query }: SearchResult): string {
  if (found === 0) return `nothing found for ${query}\n`;
  const shown = hits.map(({ what, name, file, line }) => `${what.padEnd(8)}  ${file}:${line}  ${name}\n`);
  const more = found > hits.length ? `… and ${found - hits.length} more; --most shows them\n` : '';
  return `${shown.join('')}${more}`;
}
